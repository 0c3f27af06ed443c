#define _GNU_SOURCE

#include "CPty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/// The threads of a pool block signals, and a child would inherit that.
static void forget_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
}

static void become(const char *path, char *const *arguments, char *const *environment, int slave) {
  forget_signals();
  setsid();
  ioctl(slave, TIOCSCTTY, 0);
  for (int descriptor = 0; descriptor < 3; descriptor++) dup2(slave, descriptor);
  closefrom(3);
  execve(path, arguments, environment);
  _exit(127);
}

pid_t cpty_spawn(
    int rows, int columns, const char *path, char *const *arguments, char *const *environment,
    int *master, int *slave, uint8_t *modes) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  if (openpty(master, slave, NULL, NULL, &size) != 0) return -1;
  cpty_modes(*slave, modes);
  pid_t child = fork();
  if (child == 0) become(path, arguments, environment, *slave);
  return child;
}

int cpty_watch(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

ptrdiff_t cpty_read(int master, int watch, void *bytes, size_t count) {
  for (;;) {
    struct pollfd polled[] = {{master, POLLIN, 0}, {watch, POLLIN, 0}};
    if (poll(polled, 2, -1) < 0 && errno == EINTR) continue;
    if (polled[0].revents & POLLIN) return read(master, bytes, count);
    if (polled[1].revents != 0) return 0;
  }
}

void cpty_wait(pid_t child, int *signal, int *status) {
  int ended = 0;
  while (waitpid(child, &ended, 0) < 0 && errno == EINTR) continue;
  *signal = WIFSIGNALED(ended) ? WTERMSIG(ended) : 0;
  *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 0;
}

void cpty_resize(int master, int rows, int columns) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  ioctl(master, TIOCSWINSZ, &size);
}

void cpty_modes(int slave, uint8_t *modes) {
  struct termios read;
  memset(&read, 0, sizeof read);
  tcgetattr(slave, &read);
  _Static_assert(sizeof read <= CPTY_MODES_SIZE, "the modes fit");
  memset(modes, 0, CPTY_MODES_SIZE);
  memcpy(modes, &read, sizeof read);
}

int cpty_run(char *const *arguments, char *output, size_t capacity, size_t *count) {
  int memory = memfd_create("output", MFD_CLOEXEC);
  pid_t child = fork();
  if (child == 0) {
    forget_signals();
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(memory, 1);
    dup2(memory, 2);
    closefrom(3);
    execvp(arguments[0], arguments);
    _exit(127);
  }
  int signal = 0, status = 0;
  if (child > 0) cpty_wait(child, &signal, &status);
  ssize_t read = pread(memory, output, capacity, 0);
  *count = read > 0 ? (size_t)read : 0;
  close(memory);
  return child < 0 || signal != 0 ? -1 : status;
}
