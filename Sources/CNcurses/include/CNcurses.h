#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Everything that TerminalUI asks of the platform: widths, threads, waiting, and the screen.
// No type of ncurses appears here, because Swift 6 cannot import its globals and macros.

// MARK: - Widths

/// The columns of a scalar by the C library's table: 0, 1 or 2, and -1 if it has none.
/// Always by the UTF-8 table, whatever the locale of the process is.
int cn_width(uint32_t scalar);

// MARK: - The thread of the screen

/// Runs `body(context)` on a new detached thread with an alternate signal stack.
bool cn_thread_start(void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// A number that is this thread's alone while it lives; never 0.
uint64_t cn_thread_current(void);

/// A descriptor that `cn_wake` makes readable and `cn_wake_clear` makes quiet again.
int cn_wake_create(void);
void cn_wake(int descriptor);
void cn_wake_clear(int descriptor);

/// Sleeps until one of the descriptors can be read or is gone; `ready[i]` says which.
void cn_wait(const int *_Nonnull descriptors, size_t count, bool *_Nonnull ready);

#endif
