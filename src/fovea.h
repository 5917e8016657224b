// The front door of the library.
#pragma once

#include "files/diagnostics.h"
#include "files/input.h"
#include "text/span_set.h"
