#ifndef CPTY_H
#define CPTY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Pseudo-terminals, and reading that another descriptor ends.

enum { CPTY_MODES_SIZE = 64 };

/// Opens a new pseudo-terminal; -1 if it cannot.
///
/// The slave stays open, so that its modes can be read after the program has ended.
int cpty_open(int rows, int columns, int *_Nonnull master, int *_Nonnull slave);

/// The next bytes from `master`; 0 when `watch` can be read and there are no more.
///
/// Waits for `watch` alone if `master` is negative. Blocks the calling thread.
ptrdiff_t cpty_read(int master, int watch, void *_Nonnull bytes, size_t count);

/// Changes the window's size; the child gets SIGWINCH.
void cpty_resize(int master, int rows, int columns);

/// The terminal's modes as bytes to compare.
void cpty_modes(int slave, uint8_t *_Nonnull modes);

#endif
