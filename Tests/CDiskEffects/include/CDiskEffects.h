#ifndef CDISKEFFECTS_H
#define CDISKEFFECTS_H

// There is nothing to call: this library acts in the program that it is preloaded into.
//
// It counts the program's changes of the disk, from 1: each call that makes, writes, shortens, renames
// or removes a file or folder. Of calls in a row that write to one file only the first, the second, the
// fourth and so on are counted.
//
// DISK_EFFECTS_KILL=N kills the program before its N-th change.
// DISK_EFFECTS_INTERRUPT=N sends it SIGINT before its N-th change, as Ctrl-C does; a program that handles
// the signal goes on.
// DISK_EFFECTS_FULL=N makes the disk full from the N-th change on: half of a write still fits.

#endif
