// Standard input, output and error, when whoever started the process has closed one of them (`2>&-`).
//
// The next file that is opened then gets its number, and what is meant for a person is written into that file: a
// message into the first page of a collection.
#pragma once

namespace fovea {

/// Opens those that are closed on /dev/null, the wrong way round: reading or writing still fails, as it should,
/// and nothing else can get their numbers. For the first line of a program.
void hold_standard_streams();

/// The same descriptor or, for one that has the number of a standard stream, another for the same file: for files
/// that a library opens, whatever program it is in. -1 stays -1.
int above_standard_streams(int descriptor);

}  // namespace fovea
