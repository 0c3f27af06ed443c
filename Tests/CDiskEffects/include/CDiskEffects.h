#ifndef CDISKEFFECTS_H
#define CDISKEFFECTS_H

// Nothing to call: what this library does, it does in the program that it is preloaded into.
//
// It counts the program's changes of the disk, from 1: each call that makes, writes, shortens, renames
// or removes a file or folder. Of calls in a row that write to one file only the first, the second, the
// fourth and so on are counted.
//
// DISK_EFFECTS_KILL=N kills the program before its N-th change.
// DISK_EFFECTS_FULL=N lets the disk be full from the N-th change on: of a write a half still fits.

#endif
