#define _GNU_SOURCE
#define _XOPEN_SOURCE 700
#define _XOPEN_SOURCE_EXTENDED 1

#include "CNcurses.h"

#include "CrashReport.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include <ncurses.h>
#include <term.h>

// A macro of term.h for a capability; here it is a word.
#undef columns

// MARK: - Widths

static locale_t utf8_locale;
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;

static void make_utf8_locale(void) { utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL); }

int cn_width(uint32_t scalar) {
  pthread_once(&utf8_once, make_utf8_locale);
  if (utf8_locale == NULL) return scalar < 0x20 || scalar == 0x7f ? -1 : 1;
  locale_t previous = uselocale(utf8_locale);
  int width = wcwidth((wchar_t)scalar);
  uselocale(previous);
  return width;
}

// MARK: - The thread of the screen

struct start {
  void (*body)(void *);
  void *context;
};

/// A stack overflow leaves no room for a handler, so the thread brings a stack for it.
static void use_alternate_stack(void) {
  size_t size = 64 * 1024;
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
}

static void *run_thread(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  use_alternate_stack();
  start.body(start.context);
  return NULL;
}

bool cn_thread_start(void (*body)(void *context), void *context) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return false;
  *start = (struct start){body, context};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_thread, start) != 0) {
    free(start);
    return false;
  }
  pthread_detach(thread);
  return true;
}

uint64_t cn_thread_current(void) { return (uint64_t)pthread_self(); }

int cn_wake_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cn_wake(int descriptor) { eventfd_write(descriptor, 1); }

void cn_wake_clear(int descriptor) {
  eventfd_t count;
  eventfd_read(descriptor, &count);
}

void cn_wait(const int *descriptors, size_t count, int milliseconds, bool *ready) {
  struct pollfd polled[count];
  for (size_t i = 0; i < count; i++) polled[i] = (struct pollfd){descriptors[i], POLLIN, 0};
  // An interrupted wait may have been too short, so nothing is ready.
  if (poll(polled, count, milliseconds) < 0) memset(polled, 0, sizeof polled);
  for (size_t i = 0; i < count; i++) ready[i] = polled[i].revents != 0;
}

// MARK: - The screen's state

// What a signal handler reads is atomic, or written before the screen is up.

enum { IS_DOWN, IS_UP, IS_RESTORING };
static atomic_int screen_state = IS_DOWN;
static struct termios shell_modes;
static struct termios screen_modes;
static int saved_stderr = -1;
static int captured_stderr = -1;
static int signal_pipe[2] = {-1, -1};

static SCREEN *screen;
static FILE *sink;
static bool is_unicode;
static bool has_color;
static bool is_gone;

// MARK: - Restoring

/// Switches off every report that this program, or an earlier one that crashed, may have asked for:
/// reports of the mouse, the focus, the colours, the size, pastes, and keys in win32-input-mode.
#define REPORTS_OFF \
  "\033[?1006l\033[?1016l\033[?1015l\033[?1005l\033[?1003l\033[?1002l\033[?1001l\033[?1000l" \
  "\033[?9l\033[?1004l\033[?2004l\033[?2031l\033[?2048l\033[?9001l"

/// Ends the kitty keyboard protocol and xterm's modifyOtherKeys. The Linux console would print
/// this.
#define KEYBOARD_OFF "\033[=0u\033[>4;0m"

/// Undoes every mode. A mode that a terminal keeps for each of its two screens, or restores when it
/// leaves one, is switched off on both.
static char leave_screen[768];

static const char title_back[] = "\033[23;0;0t";

/// The bytes that are sent when the alternate screen is up.
static char enter_screen[384];

/// Writes everything; false if the terminal is gone. Async-signal-safe.
static bool write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written >= 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      struct pollfd polled = {descriptor, POLLOUT, 0};
      poll(&polled, 1, -1);
      if (polled.revents & (POLLERR | POLLNVAL)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

/// Puts stderr back and shows the end of what was written to it meanwhile. Async-signal-safe.
static void replay_stderr(void) {
  if (saved_stderr < 0) return;
  int saved = saved_stderr;
  saved_stderr = -1;
  dup2(saved, STDERR_FILENO);
  close(saved);
  char bytes[16 * 1024];
  off_t end = lseek(captured_stderr, 0, SEEK_END);
  off_t start = end > (off_t)sizeof bytes ? end - (off_t)sizeof bytes : 0;
  ssize_t count = pread(captured_stderr, bytes, sizeof bytes, start);
  if (count > 0) write_all(STDERR_FILENO, bytes, (size_t)count);
  close(captured_stderr);
}

/// Whether the terminal belongs to another job of its shell. Async-signal-safe.
static bool is_in_background(void) {
  pid_t foreground = tcgetpgrp(STDIN_FILENO);
  return foreground >= 0 && foreground != getpgrp();
}

/// Gives the terminal back, once for each time that it was taken. Async-signal-safe.
static void restore(void) {
  int saved_errno = errno;
  int state = IS_UP;
  if (atomic_compare_exchange_strong(&screen_state, &state, IS_RESTORING)) {
    write_all(STDOUT_FILENO, leave_screen, strlen(leave_screen));
    // In the background the modes already belong to another job, and setting them would stop this
    // one.
    if (!is_in_background()) tcsetattr(STDIN_FILENO, TCSANOW, &shell_modes);
    replay_stderr();
    atomic_store(&screen_state, IS_DOWN);
  }
  // Where another thread restores, this one must not end the process in the midst of it.
  for (int i = 0; i < 100 && atomic_load(&screen_state) == IS_RESTORING; i++) poll(NULL, 0, 1);
  errno = saved_errno;
}

// MARK: - Signals

/// Every signal that ends a process that has no handler, but those of real time.
static const int fatal_signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,   SIGSEGV, SIGABRT,
                                    SIGILL,  SIGTRAP, SIGBUS,  SIGFPE,    SIGUSR1, SIGUSR2,
                                    SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS,
                                    SIGPOLL, SIGPWR,  SIGSTKFLT};

enum { FATAL_SIGNALS = sizeof fatal_signals / sizeof *fatal_signals };

/// Lets the signal do to the process what it does without a handler, and returns if that was a stop.
///
/// The thread may block it, as threads do that were started by one of a pool. Async-signal-safe.
static void raise_by_default(int number) {
  signal(number, SIG_DFL);
  sigset_t only, before;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void show_input(void);

static void die(int number) {
  restore();
  show_input();
  write_crash_report(number);
  raise_by_default(number);
}

static void note(int number) {
  int saved_errno = errno;
  unsigned char bit = number == SIGWINCH ? CN_RESIZED : number == SIGTSTP ? CN_STOP : CN_CONTINUED;
  // A full pipe has woken the loop already.
  (void)!write(signal_pipe[1], &bit, 1);
  errno = saved_errno;
}

static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void die_by(int number) {
  struct sigaction current;
  sigaction(number, NULL, &current);
  // A signal that the parent ignores, as nohup does, stays ignored.
  if (current.sa_handler != SIG_IGN) handle(number, die, SA_ONSTACK | SA_NODEFER);
}

static void die_by_fatal_signals(void) {
  for (size_t i = 0; i < FATAL_SIGNALS; i++) die_by(fatal_signals[i]);
}

/// Before `newterm`, which installs its own for those that have none.
static void install_handlers(void) {
  die_by_fatal_signals();
  handle(SIGWINCH, note, SA_ONSTACK | SA_RESTART);
  handle(SIGTSTP, note, SA_ONSTACK | SA_RESTART);
  handle(SIGCONT, note, SA_ONSTACK | SA_RESTART);
  // A closed pipe is the answer of a write, not the end of the shop.
  signal(SIGPIPE, SIG_IGN);
}

void cn_crash_handle_signals(void) {
  for (size_t i = 0; i < FATAL_SIGNALS; i++)
    if (is_crash(fatal_signals[i])) die_by(fatal_signals[i]);
}

int cn_signal_descriptor(void) { return signal_pipe[0]; }

int cn_signal_take(void) {
  unsigned char bytes[256];
  int bits = 0;
  ssize_t count;
  while ((count = read(signal_pipe[0], bytes, sizeof bytes)) > 0)
    for (ssize_t i = 0; i < count; i++) bits |= bytes[i];
  return bits;
}

// MARK: - Input that is not shown

static atomic_bool is_input_hidden;
static struct termios shown_modes;
static struct termios hidden_modes;
static struct sigaction former_handlers[FATAL_SIGNALS + 1];

/// Shows again what is typed, once for each time that it was hidden. Async-signal-safe.
static void show_input(void) {
  bool expected = true;
  if (!atomic_compare_exchange_strong(&is_input_hidden, &expected, false)) return;
  int saved_errno = errno;
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown_modes);
  errno = saved_errno;
}

static void hide_input(void) {
  atomic_store(&is_input_hidden, true);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden_modes);
}

/// The shell's terminal shows what is typed, and this program's hides it again when it goes on.
static void stop_showing_input(int number) {
  int saved_errno = errno;
  show_input();
  raise_by_default(number);
  handle(number, stop_showing_input, SA_ONSTACK | SA_RESTART);
  hide_input();
  errno = saved_errno;
}

bool cn_input_hide(void) {
  if (tcgetattr(STDIN_FILENO, &shown_modes) != 0) return false;
  hidden_modes = shown_modes;
  hidden_modes.c_lflag &= ~(tcflag_t)ECHO;
  for (size_t i = 0; i < FATAL_SIGNALS; i++)
    sigaction(fatal_signals[i], NULL, &former_handlers[i]);
  sigaction(SIGTSTP, NULL, &former_handlers[FATAL_SIGNALS]);
  die_by_fatal_signals();
  if (former_handlers[FATAL_SIGNALS].sa_handler != SIG_IGN)
    handle(SIGTSTP, stop_showing_input, SA_ONSTACK | SA_RESTART);
  hide_input();
  return true;
}

void cn_input_show(void) {
  show_input();
  for (size_t i = 0; i < FATAL_SIGNALS; i++)
    sigaction(fatal_signals[i], &former_handlers[i], NULL);
  sigaction(SIGTSTP, &former_handlers[FATAL_SIGNALS], NULL);
}

// MARK: - Opening

static bool names_utf8(const char *locale) {
  return locale != NULL && (strcasestr(locale, "UTF-8") != NULL || strcasestr(locale, "UTF8"));
}

static const char *wanted_locale(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t i = 0; i < 3; i++) {
    const char *value = getenv(names[i]);
    if (value != NULL && *value != '\0') return value;
  }
  return NULL;
}

/// A locale that is not installed is C, and in C ncurses leaves out what is not ASCII.
static void choose_locale(bool forces_unicode) {
  setlocale(LC_CTYPE, "");
  is_unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  if (!is_unicode && (forces_unicode || names_utf8(wanted_locale())))
    is_unicode = setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

static bool is_modern(const char *term) {
  static const char *const names[] = {"xterm",   "ghostty", "kitty", "alacritty", "foot",
                                      "wezterm", "rio",     "contour", "tmux",    "screen",
                                      "vscode",  "iterm",   "konsole", "gnome",   "vte"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strstr(term, names[i]) != NULL) return true;
  return false;
}

/// `newterm`, unlike `initscr`, does not end the process for an unknown name.
static bool open_terminal(const char *term) {
  screen = newterm(term, sink, stdin);
  if (screen == NULL && is_modern(term)) screen = newterm("xterm-256color", sink, stdin);
  if (screen == NULL) screen = newterm("vt100", sink, stdin);
  return screen != NULL;
}

int cn_escape_delay(void) {
  const char *wanted = getenv("ESCDELAY");
  int delay = wanted != NULL ? atoi(wanted) : 0;
  if (delay <= 0) delay = getenv("SSH_TTY") != NULL ? 100 : 25;
  return delay < 10000 ? delay : 10000;
}

/// As `cbreak`, `noecho` and `nonl` would; ncurses cannot, because its output is not a terminal.
static void set_screen_modes(void) {
  screen_modes = shell_modes;
  screen_modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  screen_modes.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON);
  screen_modes.c_oflag &= ~(tcflag_t)ONLCR;
  screen_modes.c_cc[VMIN] = 1;
  screen_modes.c_cc[VTIME] = 0;
}

/// The pair of each colour that was used. Without this table, ncurses would search for the pair.
static int pairs[256];

static void set_up_output(bool uses_color) {
  memset(pairs, 0, sizeof pairs);
  has_color = uses_color && has_colors();
  if (has_color) {
    start_color();
    use_default_colors();
  }
  nonl();
  curs_set(0);
  leaveok(stdscr, TRUE);
  // Otherwise ncurses leaves a frame unfinished when a key is waiting.
  typeahead(-1);
  scrollok(stdscr, FALSE);
}

static void capture_stderr(void) {
  if (!isatty(STDERR_FILENO)) return;
  captured_stderr = memfd_create("stderr", MFD_CLOEXEC);
  if (captured_stderr < 0) return;
  int saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (saved < 0) return;
  dup2(captured_stderr, STDERR_FILENO);
  saved_stderr = saved;
}

static bool make_signal_pipe(void) {
  return signal_pipe[0] >= 0 || pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) == 0;
}

/// Everything that ncurses says goes to memory, so that a frame can be sent in one write.
static bool make_sink(void) {
  int memory = memfd_create("screen", MFD_CLOEXEC);
  sink = memory < 0 ? NULL : fdopen(memory, "w");
  return sink != NULL;
}

static void forget_screen(void) {
  if (screen != NULL) delscreen(screen);
  if (sink != NULL) fclose(sink);
  screen = NULL;
  sink = NULL;
}

/// Modes that are set by hand go before or after what ncurses sends.
static char prelude[512];
static bool enters_screen;

/// Makes the terminal report presses and the wheel, never motions; in SGR's form if it supports that.
static const char mouse_on[] = "\033[?1000h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1000l";
static bool reports_mouse;
static bool changes_mouse;

static int add_to_prelude(int character) {
  size_t length = strlen(prelude);
  if (length + 1 >= sizeof prelude) return ERR;
  prelude[length] = (char)character;
  prelude[length + 1] = '\0';
  return character;
}

/// Sends one of the terminal's own strings, if it has it.
static void say(const char *capability) {
  const char *string = tigetstr((char *)capability);
  if (string != NULL && string != (char *)-1) tputs(string, 1, add_to_prelude);
}

/// Selects ASCII once, because another program may have left another character set selected. Frames
/// do not select it.
static void choose_ascii(void) {
  for (const char *byte = "\017\033(B"; *byte != '\0'; byte++) add_to_prelude(*byte);
}

static void take_terminal(void) {
  choose_ascii();
  capture_stderr();
  atomic_store(&screen_state, IS_UP);
  tcsetattr(STDIN_FILENO, TCSANOW, &screen_modes);
  enters_screen = true;
}

/// Stops this process until it is in the foreground, as the system stops a background job that uses
/// the terminal. Returns false if it cannot be stopped, because nobody would continue it or because
/// it ignores the signal.
static bool wait_for_foreground(void) {
  struct sigaction former;
  sigset_t only, before;
  if (!is_in_background()) return true;
  sigaction(SIGTTOU, NULL, &former);
  if (former.sa_handler == SIG_IGN) return false;
  sigemptyset(&only);
  sigaddset(&only, SIGTTOU);
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  bool can_stop = true;
  // Waiting for output changes nothing, and the system stops a background process that does it.
  while (can_stop && is_in_background()) can_stop = tcdrain(STDIN_FILENO) == 0 || errno == EINTR;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return can_stop;
}

static int check_terminal(const char *term) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return CN_NOT_A_TERMINAL;
  if (term == NULL || *term == '\0' || strcmp(term, "dumb") == 0) return CN_PLAIN_TERMINAL;
  if (!wait_for_foreground()) return CN_BACKGROUND;
  if (tcgetattr(STDIN_FILENO, &shell_modes) != 0) return CN_NOT_A_TERMINAL;
  return CN_OPENED;
}

/// Where ncurses saves the window's title on entering, leaving must bring it back.
static bool saves_title(void) {
  const char *enter = tigetstr("smcup");
  return enter != NULL && enter != (char *)-1 && strstr(enter, "\033[22;0;0t") != NULL;
}

/// Moves the cursor below the last row if the terminal has only one screen, which keeps the drawing.
static const char *below_the_screen(void) {
  const char *leave = tigetstr("rmcup");
  return leave == NULL || leave == (char *)-1 ? "\033[999H\r\n" : "";
}

static void make_mode_strings(const char *term) {
  const char *keyboard_off = is_modern(term) ? KEYBOARD_OFF : "";
  snprintf(enter_screen, sizeof enter_screen, "%s%s\033[?2004h", keyboard_off, REPORTS_OFF);
  snprintf(leave_screen, sizeof leave_screen,
           "\033[?2026l%s%s\033[?1l\033>\033[0m\033(B\033[?25h%s\033[?1049l%s%s\033[0m%s",
           REPORTS_OFF, keyboard_off, below_the_screen(), REPORTS_OFF, keyboard_off,
           saves_title() ? title_back : "");
}

static void restore_at_exit(void) {
  static bool is_registered;
  if (!is_registered) atexit(restore);
  is_registered = true;
}

int cn_screen_open(bool uses_color, bool forces_unicode) {
  const char *term = getenv("TERM");
  int checked = check_terminal(term);
  if (checked != CN_OPENED) return checked;
  if (!make_signal_pipe() || !make_sink()) return CN_NOT_A_TERMINAL;
  choose_locale(forces_unicode);
  set_screen_modes();
  install_handlers();
  restore_at_exit();
  use_env(FALSE);
  // Otherwise ncurses refuses a terminal whose description has no size, such as the Linux console.
  // It cannot ask for the size, because its output is not a terminal, and assumes 80 by 24.
  use_tioctl(TRUE);
  if (!open_terminal(term)) {
    forget_screen();
    return CN_UNKNOWN_TERMINAL;
  }
  is_gone = false;
  make_mode_strings(term);
  take_terminal();
  set_up_output(uses_color);
  say("smkx");
  cn_screen_resize();
  return CN_OPENED;
}

void cn_screen_close(void) {
  if (screen == NULL) return;
  reports_mouse = false;
  changes_mouse = false;
  restore();
  // What ncurses says in parting goes to memory and is not shown: all is restored already.
  endwin();
  forget_screen();
}

void cn_screen_report_mouse(bool is_reported) {
  changes_mouse = changes_mouse || is_reported != reports_mouse;
  reports_mouse = is_reported;
}

void cn_screen_suspend(const char *notice) {
  restore();
  write_all(STDOUT_FILENO, notice, strlen(notice));
  raise_by_default(SIGTSTP);
  handle(SIGTSTP, note, SA_ONSTACK | SA_RESTART);
  cn_signal_take();
  cn_screen_resume();
}

void cn_screen_resume(void) {
  if (!wait_for_foreground()) {
    is_gone = true;
    return;
  }
  if (atomic_load(&screen_state) != IS_UP) {
    say("smcup");
    take_terminal();
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &screen_modes);
  say("smkx");
  say("civis");
  // Another program may have switched the mouse off.
  changes_mouse = changes_mouse || reports_mouse;
  cn_screen_resize();
  cn_screen_invalidate();
}

// MARK: - Size

/// More than any screen has. ncurses counts in signed 16 bits, and fails beyond them.
static const int most_columns = 1000, most_rows = 500;

static int at_most(int most, int size) { return size < most ? size : most; }

static void read_size(int *columns, int *rows) {
  struct winsize size;
  bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  *columns = at_most(most_columns, is_known ? size.ws_col : 80);
  *rows = at_most(most_rows, is_known && size.ws_row > 0 ? size.ws_row : 24);
}

void cn_screen_size(int *columns, int *rows) {
  *columns = getmaxx(stdscr);
  *rows = getmaxy(stdscr);
}

void cn_screen_resize(void) {
  int columns, rows;
  read_size(&columns, &rows);
  if (is_term_resized(rows, columns)) resizeterm(rows, columns);
}

bool cn_screen_is_unicode(void) { return is_unicode; }


// MARK: - Cells

int cn_screen_colors(void) { return has_color ? COLORS : 0; }

/// The pair of a text colour on the terminal's own background; 0 for the terminal's own colours.
static int pair_of(int color) {
  if (!has_color || color < 0 || color >= COLORS || color > 255) return 0;
  if (pairs[color] == 0) pairs[color] = alloc_pair(color, -1);
  return pairs[color] > 0 ? pairs[color] : 0;
}

static attr_t attributes_of(int attributes) {
  attr_t result = A_NORMAL;
  if (attributes & CN_BOLD) result |= A_BOLD;
  if (attributes & CN_REVERSE) result |= A_REVERSE;
  if (attributes & CN_UNDERLINE) result |= A_UNDERLINE;
  if (attributes & CN_DIM) result |= A_DIM;
  return result;
}

void cn_screen_put(int row, int column, const char *text, int color, int attributes) {
  wchar_t wide[CCHARW_MAX + 1];
  size_t count = mbstowcs(wide, text, CCHARW_MAX);
  if (count == (size_t)-1 || count == 0) wcscpy(wide, L"?");
  else wide[count] = L'\0';
  bool is_bright = color >= 8 && color < 16 && COLORS < 16;
  int pair = pair_of(is_bright ? color - 8 : color);
  if (has_color && is_bright) attributes |= CN_BOLD;
  cchar_t cell;
  if (setcchar(&cell, wide, attributes_of(attributes), 0, &pair) == ERR)
    setcchar(&cell, L"?", attributes_of(attributes), 0, &pair);
  // The last cell cannot move the cursor on and so gives an error, but it is put.
  mvadd_wch(row, column, &cell);
}

void cn_screen_invalidate(void) { clearok(curscr, TRUE); }

/// The terminal answers with the cursor's position after the text. The next frame redraws the row.
void cn_screen_ask_columns(const char *text) {
  size_t length = strlen(prelude);
  int added = snprintf(
      prelude + length, sizeof prelude - length, "\0337\033[m\033[H%s\033[6n\0338", text);
  if (added < 0 || (size_t)added >= sizeof prelude - length) {
    prelude[length] = '\0';
    return;
  }
  wredrawln(stdscr, 0, 1);
}

int cn_screen_speed(void) {
  static const struct {
    speed_t code;
    int speed;
  } speeds[] = {{B300, 300},   {B600, 600},   {B1200, 1200}, {B1800, 1800},
                {B2400, 2400}, {B4800, 4800}, {B9600, 9600}, {B19200, 19200}};
  struct termios modes;
  if (tcgetattr(STDOUT_FILENO, &modes) != 0) return INT_MAX;
  for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
    if (cfgetospeed(&modes) == speeds[i].code) return speeds[i].speed;
  return INT_MAX;
}

// MARK: - One write for a frame

static const char frame_begin[] = "\033[?2026h";
static const char frame_end[] = "\033[?2026l";

/// The bytes that switch the mouse on or off, if any. Entering the screen has switched it off already.
static const char *mouse_change(void) {
  if (reports_mouse) return enters_screen || changes_mouse ? mouse_on : "";
  return changes_mouse && !enters_screen ? mouse_off : "";
}

/// Takes what ncurses has said; NULL if that is nothing. To be freed.
static char *take_frame(size_t *count) {
  int memory = fileno(sink);
  off_t end = lseek(memory, 0, SEEK_CUR);
  const char *coda = enters_screen ? enter_screen : "";
  const char *mouse = mouse_change();
  if (end <= 0 && *prelude == '\0' && *coda == '\0' && *mouse == '\0') return NULL;
  size_t said = end > 0 ? (size_t)end : 0;
  size_t capacity = sizeof frame_begin + strlen(prelude) + said + strlen(coda) + strlen(mouse) +
                    sizeof frame_end;
  char *bytes = calloc(capacity, 1);
  if (bytes == NULL) return NULL;
  strcpy(bytes, frame_begin);
  strcat(bytes, prelude);
  size_t head = strlen(bytes);
  ssize_t read = pread(memory, bytes + head, said, 0);
  char *tail = bytes + head + cn_frame_shorten(bytes + head, read > 0 ? (size_t)read : 0);
  strcpy(tail, coda);
  strcat(tail, mouse);
  strcat(tail, frame_end);
  *count = (size_t)(tail - bytes) + strlen(tail);
  lseek(memory, 0, SEEK_SET);
  (void)!ftruncate(memory, 0);
  *prelude = '\0';
  enters_screen = false;
  changes_mouse = false;
  return bytes;
}

void cn_screen_compose(void) {
  wnoutrefresh(stdscr);
  doupdate();
  fflush(sink);
}

void cn_screen_send(void) {
  size_t count = 0;
  char *bytes = atomic_load(&screen_state) == IS_UP ? take_frame(&count) : NULL;
  // In the background it would paint over another job. In the foreground, everything is drawn
  // again.
  bool is_shown = bytes != NULL && !is_in_background();
  if (is_shown && !write_all(STDOUT_FILENO, bytes, count)) is_gone = true;
  free(bytes);
}

void cn_screen_control(const char *bytes, size_t count) {
  bool is_shown = atomic_load(&screen_state) == IS_UP && !is_in_background();
  if (is_shown && !write_all(STDOUT_FILENO, bytes, count)) is_gone = true;
}

// MARK: - Keys

size_t cn_screen_read(uint8_t *bytes, size_t capacity) {
  struct pollfd polled = {STDIN_FILENO, POLLIN, 0};
  if (poll(&polled, 1, 0) <= 0 || !(polled.revents & POLLIN) || is_in_background()) return 0;
  ssize_t count = read(STDIN_FILENO, bytes, capacity);
  return count > 0 ? (size_t)count : 0;
}

bool cn_screen_is_in_background(void) { return is_in_background(); }

const char *cn_screen_key(size_t index, int *key) {
  static const struct {
    const char *capability;
    int key;
  } keys[] = {
      {"kcuu1", CN_KEY_UP},    {"kcud1", CN_KEY_DOWN}, {"kcub1", CN_KEY_LEFT},
      {"kcuf1", CN_KEY_RIGHT}, {"kpp", CN_KEY_PAGE_UP}, {"knp", CN_KEY_PAGE_DOWN},
      {"khome", CN_KEY_HOME},  {"kend", CN_KEY_END},   {"kdch1", CN_KEY_DELETE},
      {"kcbt", CN_KEY_BACKTAB}, {"kent", CN_KEY_ENTER},
  };
  if (index >= sizeof keys / sizeof *keys) return NULL;
  *key = keys[index].key;
  const char *sequence = tigetstr((char *)keys[index].capability);
  return sequence == NULL || sequence == (char *)-1 ? "" : sequence;
}

bool cn_screen_is_gone(void) {
  struct pollfd polled = {STDIN_FILENO, POLLIN, 0};
  if (poll(&polled, 1, 0) > 0) {
    int waiting = 0;
    bool has_ended = ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
    if (polled.revents & (POLLERR | POLLHUP | POLLNVAL)) is_gone = true;
    // Readable and yet nothing to read: the end of the input.
    if ((polled.revents & POLLIN) && has_ended) is_gone = true;
  }
  return is_gone;
}
