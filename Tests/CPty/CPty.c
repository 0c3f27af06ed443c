#include "CPty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int cpty_open(int rows, int columns, int *master, int *slave) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  if (openpty(master, slave, NULL, NULL, &size) != 0) return -1;
  fcntl(*master, F_SETFD, FD_CLOEXEC);
  fcntl(*slave, F_SETFD, FD_CLOEXEC);
  return 0;
}

ptrdiff_t cpty_read(int master, int watch, void *bytes, size_t count) {
  for (;;) {
    struct pollfd polled[] = {{master, POLLIN, 0}, {watch, POLLIN, 0}};
    if (poll(polled, 2, -1) < 0 && errno == EINTR) continue;
    if (polled[0].revents & POLLIN) return read(master, bytes, count);
    if (polled[1].revents != 0) return 0;
  }
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
