#define _GNU_SOURCE

#include "CrashReport.h"

#include "CNcurses.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// The signal handler reads only data that was written earlier. Each text ends within its array at any
// moment. Only a crash opens the report, so a program that is killed leaves no empty report.

enum { EVENTS = 50, EVENT_LENGTH = 48 };

static char report_file[1024];
static char report_folder[1024];
static char program_version[128];
static char events[EVENTS][EVENT_LENGTH];
static atomic_uint event_count;

bool cn_crash_set_report(const char *file, const char *version) {
  const char *name = strrchr(file, '/');
  if (name == NULL || name == file || strlen(file) >= sizeof report_file) return false;
  snprintf(program_version, sizeof program_version, "%s", version);
  snprintf(report_folder, sizeof report_folder, "%.*s", (int)(name - file), file);
  snprintf(report_file, sizeof report_file, "%s", file);
  return true;
}

void cn_crash_note(const char *event) {
  unsigned count = atomic_load(&event_count);
  char *place = events[count % EVENTS];
  // The last byte is never written and ends the text.
  strncpy(place, event, EVENT_LENGTH - 1);
  atomic_store(&event_count, count + 1);
}

/// The name of a signal that only a defect of the program causes; NULL for others.
static const char *crash_name(int signal) {
  static const struct {
    int signal;
    const char *name;
  } crashes[] = {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"},
                 {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGSYS, "SIGSYS"}};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    if (crashes[i].signal == signal) return crashes[i].name;
  return NULL;
}

bool is_crash(int signal) { return crash_name(signal) != NULL; }

// MARK: - Writing

static void write_text(int descriptor, const char *text) { (void)!write(descriptor, text, strlen(text)); }

static void write_number(int descriptor, unsigned long long number) {
  char digits[21];
  size_t start = sizeof digits;
  do digits[--start] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  (void)!write(descriptor, digits + start, sizeof digits - start);
}

static void write_head(int file, const char *name) {
  write_text(file, program_version);
  write_text(file, " crashed by ");
  write_text(file, name);
  write_text(file, " at second ");
  write_number(file, (unsigned long long)time(NULL));
  write_text(file, " of Unix time.\nThe last events, oldest first; what was typed is not among them:\n");
}

static void write_events(int file) {
  unsigned count = atomic_load(&event_count);
  for (unsigned i = count > EVENTS ? count - EVENTS : 0; i < count; i++) {
    write_text(file, "  ");
    write_text(file, events[i % EVENTS]);
    write_text(file, "\n");
  }
}

static void make_folder(void) {
  for (char *end = report_folder + 1; *end != '\0'; end++) {
    if (*end != '/') continue;
    *end = '\0';
    mkdir(report_folder, 0700);
    *end = '/';
  }
  mkdir(report_folder, 0700);
}

/// Replaces the report with an empty one that only its owner can read; returns -1 if it cannot.
static int open_report(void) {
  make_folder();
  unlink(report_file);
  return open(report_file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
}

void write_crash_report(int signal) {
  static atomic_flag is_written = ATOMIC_FLAG_INIT;
  const char *name = crash_name(signal);
  if (name == NULL || *report_file == '\0' || atomic_flag_test_and_set(&is_written)) return;
  int file = open_report();
  if (file < 0) return;
  write_head(file, name);
  write_events(file);
  close(file);
  // Standard error may be a log that nobody reads now.
  int shown = !isatty(STDERR_FILENO) && isatty(STDOUT_FILENO) ? STDOUT_FILENO : STDERR_FILENO;
  write_text(shown, program_version);
  write_text(shown, " crashed. Its report is in ");
  write_text(shown, report_file);
  write_text(shown, "\n");
}
