#ifndef CPTY_H
#define CPTY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A child on a terminal of its own, as a test needs it.

enum { CPTY_MODES_SIZE = 64 };

/// Starts a program as the leader of a session on a new pseudo-terminal; -1 if it cannot.
///
/// The slave stays open in the parent, so that its modes can be read when the child is dead;
/// `modes` gets what they are before the child can change them.
pid_t cpty_spawn(
    int rows, int columns, const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, int *_Nonnull master, int *_Nonnull slave,
    uint8_t *_Nonnull modes);

/// A descriptor that can be read when the child has ended; -1 where there is none.
int cpty_watch(pid_t child);

/// The next bytes from the child; 0 when it has ended and all is read.
ptrdiff_t cpty_read(int master, int watch, void *_Nonnull bytes, size_t count);

/// How the child has ended: the signal, or 0 and its status. Waits for that.
void cpty_wait(pid_t child, int *_Nonnull signal, int *_Nonnull status);

/// Changes the window's size; the child gets SIGWINCH.
void cpty_resize(int master, int rows, int columns);

/// The terminal's modes as bytes to compare.
void cpty_modes(int slave, uint8_t *_Nonnull modes);

/// Runs a program found in PATH to its end, and returns its status, or -1.
///
/// What it prints, errors included, goes into `output`, as far as it fits. Children that it
/// leaves behind are not waited for.
int cpty_run(
    char *_Nullable const *_Nonnull arguments, char *_Nonnull output, size_t capacity,
    size_t *_Nonnull count);

#endif
