#include "tbb/plain_threads.h"
