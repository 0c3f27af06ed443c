#define _GNU_SOURCE
#include "CDiskEffects.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static long kill_at, interrupt_at, full_at, count, writes_in_row;
static ino_t last_written;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

__attribute__((constructor)) static void read_environment(void) {
  kill_at = number("DISK_EFFECTS_KILL");
  interrupt_at = number("DISK_EFFECTS_INTERRUPT");
  full_at = number("DISK_EFFECTS_FULL");
}

/// Counts a change; `written` is the file of a write, or 0.
///
/// Returns whether the disk is full: 1 for the first change that does not fit, 2 for later ones.
static int change(ino_t written) {
  pthread_mutex_lock(&mutex);
  writes_in_row = written && written == last_written ? writes_in_row + 1 : 1;
  last_written = written;
  if ((writes_in_row & (writes_in_row - 1)) == 0) count++;
  if (kill_at && count == kill_at) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  int interrupts = interrupt_at && count == interrupt_at;
  if (interrupts) interrupt_at = 0;
  int is_full = full_at && count >= full_at ? (count > full_at || writes_in_row > 1 ? 2 : 1) : 0;
  pthread_mutex_unlock(&mutex);
  // A handler may change the disk itself.
  if (interrupts) kill(getpid(), SIGINT);
  return is_full;
}

/// The inode of a regular file that is open; 0 for a pipe, a terminal or another device.
static ino_t file(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? status.st_ino : 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FULL return errno = ENOSPC, -1

ssize_t write(int fd, const void *bytes, size_t size) {
  ino_t written = file(fd);
  int is_full = written ? change(written) : 0;
  if (is_full == 2 || (is_full && size < 2)) FULL;
  return REAL(write)(fd, bytes, is_full ? size / 2 : size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  ino_t written = file(fd);
  int is_full = written ? change(written) : 0;
  if (is_full == 2 || (is_full && size < 2)) FULL;
  return REAL(pwrite)(fd, bytes, is_full ? size / 2 : size, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  ino_t written = file(fd);
  int is_full = written ? change(written) : 0;
  if (is_full == 2 || (is_full && size < 2)) FULL;
  return REAL(pwrite64)(fd, bytes, is_full ? size / 2 : size, offset);
}

/// Opening a file is a change if it makes the file.
static int makes(int folder, const char *path, int flags) {
  struct stat status;
  if (flags & O_TRUNC) return 1;
  return flags & O_CREAT && fstatat(folder, path, &status, 0) != 0 && errno == ENOENT;
}

#define MODE                                   \
  mode_t mode = 0;                             \
  if (flags & (O_CREAT | __O_TMPFILE)) {       \
    va_list rest;                              \
    va_start(rest, flags);                     \
    mode = (mode_t)va_arg(rest, unsigned int); \
    va_end(rest);                              \
  }

int open(const char *path, int flags, ...) {
  MODE
  if (makes(AT_FDCWD, path, flags) && change(0)) FULL;
  return REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE
  if (makes(AT_FDCWD, path, flags) && change(0)) FULL;
  return REAL(open64)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE
  if (makes(folder, path, flags) && change(0)) FULL;
  return REAL(openat)(folder, path, flags, mode);
}

// A full disk has room for a file that shrinks, and removing a file writes nothing.

int ftruncate(int fd, off_t size) {
  struct stat status;
  int grows = fstat(fd, &status) == 0 && size > status.st_size;
  if (change(0) && grows) FULL;
  return REAL(ftruncate)(fd, size);
}

int ftruncate64(int fd, off64_t size) {
  struct stat status;
  int grows = fstat(fd, &status) == 0 && size > status.st_size;
  if (change(0) && grows) FULL;
  return REAL(ftruncate64)(fd, size);
}

int mkdir(const char *path, mode_t mode) {
  struct stat status;
  if (stat(path, &status) != 0 && change(0)) FULL;
  return REAL(mkdir)(path, mode);
}

int rename(const char *from, const char *to) {
  if (change(0)) FULL;
  return REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
  if (change(0)) FULL;
  return REAL(link)(from, to);
}

int symlink(const char *from, const char *to) {
  if (change(0)) FULL;
  return REAL(symlink)(from, to);
}

int unlink(const char *path) {
  change(0);
  return REAL(unlink)(path);
}

int rmdir(const char *path) {
  change(0);
  return REAL(rmdir)(path);
}
