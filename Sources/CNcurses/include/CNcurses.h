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

/// Sleeps until one of the descriptors can be read or is gone, or for `milliseconds` unless they
/// are negative; `ready[i]` says whether descriptor i is ready. It may return early.
void cn_wait(
    const int *_Nonnull descriptors, size_t count, int milliseconds, bool *_Nonnull ready);

// MARK: - The screen

// All of this is for one thread. Opening installs handlers for every signal that would leave
// the terminal broken; they restore it and die by the same signal.

enum cn_opened {
  CN_OPENED = 0,
  CN_NOT_A_TERMINAL,
  CN_PLAIN_TERMINAL,
  CN_UNKNOWN_TERMINAL,
  CN_BACKGROUND,
};

/// Takes the terminal of descriptors 0 and 1; returns CN_OPENED or the reason why it could not. A
/// job in the background is stopped until it is in the foreground. With `forces_unicode`, characters
/// beyond ASCII are shown whatever the locale is.
int cn_screen_open(bool uses_color, bool forces_unicode);

/// Gives it back as it was, and replays what was written to stderr meanwhile.
void cn_screen_close(void);

void cn_screen_size(int *_Nonnull columns, int *_Nonnull rows);

/// Whether characters beyond ASCII can be shown, by the locale.
bool cn_screen_is_unicode(void);

enum cn_attribute {
  CN_BOLD = 1,
  CN_REVERSE = 2,
  CN_UNDERLINE = 4,
  CN_DIM = 8,
};

/// The number of colours that the open screen shows: 0, 8, 16 or more.
int cn_screen_colors(void);

/// Puts one character with its marks into a cell; `color` is one of xterm's 256, or -1 for the
/// terminal's own. If the terminal has only eight colours, the next eight are drawn in bold.
void cn_screen_put(int row, int column, const char *_Nonnull text, int color, int attributes);

/// Makes what has been put into the bytes of one frame, in memory.
void cn_screen_compose(void);

/// Sends what was composed, in one write.
void cn_screen_send(void);

/// Sends a control sequence that draws nothing, between two frames; does nothing in the background.
void cn_screen_control(const char *_Nonnull bytes, size_t count);

/// Shortens the bytes of a frame in place, and returns their number. The terminal shows the same.
size_t cn_frame_shorten(char *_Nonnull bytes, size_t count);

/// Makes the next frame send everything.
void cn_screen_invalidate(void);

/// Makes the terminal report mouse presses and the wheel from the next frame on, or stops the reports.
/// Closing the screen stops them too.
void cn_screen_report_mouse(bool is_reported);

/// Sets ncurses' size to the terminal's present size.
void cn_screen_resize(void);

enum cn_key {
  CN_KEY_UP,
  CN_KEY_DOWN,
  CN_KEY_LEFT,
  CN_KEY_RIGHT,
  CN_KEY_PAGE_UP,
  CN_KEY_PAGE_DOWN,
  CN_KEY_HOME,
  CN_KEY_END,
  CN_KEY_DELETE,
  CN_KEY_BACKTAB,
  CN_KEY_ENTER,
};

/// Returns what this kind of terminal sends for a key, and sets `key` to that key; the text is
/// empty if the terminal lacks the key, and NULL after the last key.
const char *_Nullable cn_screen_key(size_t index, int *_Nonnull key);

/// Reads what has been typed, without waiting; returns 0 if nothing was typed, or if the terminal
/// belongs to another job.
size_t cn_screen_read(uint8_t *_Nonnull bytes, size_t capacity);

/// How long an Escape may still begin a sequence, in milliseconds: ESCDELAY, or more over SSH.
int cn_escape_delay(void);

/// Whether the terminal belongs to another job of the shell.
bool cn_screen_is_in_background(void);

/// Whether the terminal was closed at its other end.
bool cn_screen_is_gone(void);

/// A descriptor that can be read after a signal for the loop.
int cn_signal_descriptor(void);

enum cn_signal {
  CN_RESIZED = 1,
  CN_STOP = 2,
  CN_CONTINUED = 4,
};

/// The signals that have come since this was last asked, as bits of cn_signal.
int cn_signal_take(void);

/// Gives the terminal back, writes the notice on it, stops the process as Ctrl-Z does, and takes the
/// terminal again when the process continues.
void cn_screen_suspend(const char *_Nonnull notice);

/// Takes the terminal again after somebody else has used it; stops while the process is in the
/// background.
void cn_screen_resume(void);

/// Makes the next frame ask the terminal in how many columns it draws a text: the answer is the
/// position of the cursor, which begins in the first column. Not before the first frame.
void cn_screen_ask_columns(const char *_Nonnull text);

/// The speed of the line to the terminal in bits per second; INT_MAX if it is above 19200.
int cn_screen_speed(void);

// MARK: - Crashes

/// Handles crashes from now on, even while the screen is closed.
void cn_crash_handle_signals(void);

/// Makes a crash write a report, and create its folder if necessary; returns false if the path is too
/// long, or does not name a folder below the root. `version` is the name and version of the program.
bool cn_crash_set_report(const char *_Nonnull file, const char *_Nonnull version);

/// Adds an event to the report, which has the last 50. Only one thread may call this. The text must not
/// contain personal data.
void cn_crash_note(const char *_Nonnull event);

// MARK: - Input that is not shown

// For one thread, and not while the screen is up.

/// Lets the terminal of descriptor 0 hide what is typed; false if it is none. A signal that ends or
/// stops the process shows it again first.
bool cn_input_hide(void);

/// Shows again what is typed.
void cn_input_show(void);

#endif
