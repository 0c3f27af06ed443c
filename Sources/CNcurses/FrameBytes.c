#include "CNcurses.h"

#include <string.h>

// ncurses writes sequences that change nothing on the screen. Three rules leave them out:
//
// 1. A choice of ASCII is left out, because no frame chooses another character set. So are the reset
//    of the background, which is never set, and the reset of a colour before that of all attributes.
// 2. Blanks look the same in every colour, so a colour is not reset only for blanks.
// 3. Adjacent sequences of attributes become one. If one of them resets all attributes, those before it
//    are left out.

/// The bytes still to read, and the place for the next byte to write.
struct frame {
  const char *next;
  const char *end;
  char *written;
  /// The parameters of the current colour. Their length is 0 if no colour is set, or if another attribute is.
  const char *color;
  size_t color_length;
  bool has_attributes;
  /// The last sequence of attributes that was written, and its end.
  char *sequence;
  const char *sequence_end;
};

static bool begins_with(const char *bytes, const char *end, const char *text, size_t length) {
  return (size_t)(end - bytes) >= length && memcmp(bytes, text, length) == 0;
}

/// The length of what begins every sequence of attributes.
enum { INTRODUCER = 2 };

/// The length of a sequence that sets attributes or a colour; 0 if there is none here.
static size_t attribute_length(const char *bytes, const char *end) {
  if (!begins_with(bytes, end, "\033[", INTRODUCER)) return 0;
  const char *last = bytes + INTRODUCER;
  while (last < end && ((*last >= '0' && *last <= '9') || *last == ';')) last++;
  return last < end && *last == 'm' ? (size_t)(last + 1 - bytes) : 0;
}

/// Whether a sequence sets the colour of the text and nothing else: 30 to 37, 38;5;n or 90 to 97.
static bool is_color(const char *sequence, size_t length) {
  const char *first = sequence + INTRODUCER;
  if (length > 7) return memcmp(first, "38;5;", 5) == 0;
  return length == 5 && (first[0] == '3' || first[0] == '9') && first[1] <= '7';
}

/// The length of one of these texts; 0 if none of them is here.
static size_t one_of(const char *const texts[2], const char *bytes, const char *end) {
  for (size_t i = 0; i < 2; i++) {
    size_t length = strlen(texts[i]);
    if (begins_with(bytes, end, texts[i], length)) return length;
  }
  return 0;
}

static const char *const color_resets[] = {"\033[39m", "\033[39;49m"};

/// The length of the reset of a colour and of all attributes; 0 if there is none here.
static size_t reset_length(const char *bytes, const char *end) {
  static const char *const resets[] = {"\033(B\033[m", "\033[m"};
  size_t color = one_of(color_resets, bytes, end);
  size_t all = color > 0 ? one_of(resets, bytes + color, end) : 0;
  if (all == 0) return 0;
  size_t length = color + all;
  return bytes + length < end && bytes[length] == '\017' ? length + 1 : length;
}

static void write_bytes(struct frame *frame, const char *bytes, size_t count) {
  // The bytes may overlap, but what is written never overtakes what is read.
  memmove(frame->written, bytes, count);
  frame->written += count;
}

/// Rule 2: leaves out the reset of a colour before blanks, if the same colour follows them.
static bool keep_color(struct frame *frame, size_t reset) {
  const char *blanks = frame->next + reset;
  const char *after = blanks;
  while (after < frame->end && *after == ' ') after++;
  if (after == blanks || frame->color_length == 0 ||
      attribute_length(after, frame->end) != INTRODUCER + frame->color_length ||
      memcmp(after + INTRODUCER, frame->color, frame->color_length) != 0)
    return false;
  write_bytes(frame, blanks, (size_t)(after - blanks));
  frame->next = after + INTRODUCER + frame->color_length;
  return true;
}

/// Whether a sequence resets all attributes before it sets others.
static bool is_reset_first(const char *sequence) {
  return sequence[INTRODUCER] == 'm' ||
         (sequence[INTRODUCER] == '0' &&
          (sequence[INTRODUCER + 1] == 'm' || sequence[INTRODUCER + 1] == ';'));
}

/// Rule 3: writes the introducer, or continues the sequence that was written just before.
static void begin_sequence(struct frame *frame, bool is_reset) {
  bool is_neighbour = frame->sequence != NULL && frame->sequence_end == frame->written;
  if (is_neighbour && !is_reset) {
    bool is_empty = frame->written - frame->sequence == INTRODUCER + 1;
    // A reset alone has no parameter. Before other parameters, it needs the parameter 0.
    if (is_empty) *(frame->written++ - 1) = '0';
    frame->written[-1] = ';';
    return;
  }
  if (is_neighbour) frame->written = frame->sequence;
  frame->sequence = frame->written;
  write_bytes(frame, "\033[", INTRODUCER);
}

/// Writes the rest of a sequence, and remembers where the sequence ends.
static void write_parameters(struct frame *frame, const char *parameters, size_t count) {
  write_bytes(frame, parameters, count);
  frame->sequence_end = frame->written;
}

static void write_reset(struct frame *frame, size_t length) {
  begin_sequence(frame, true);
  write_parameters(frame, "m", 1);
  frame->next += length;
  frame->color_length = 0;
  frame->has_attributes = false;
}

/// Writes a sequence, and remembers it if it sets a colour and nothing else.
static void write_attributes(struct frame *frame, size_t length) {
  bool sets_color = is_color(frame->next, length);
  frame->has_attributes = frame->has_attributes || !sets_color;
  begin_sequence(frame, is_reset_first(frame->next));
  // The written copy is remembered, because the original is overwritten.
  frame->color = frame->written;
  frame->color_length = sets_color && !frame->has_attributes ? length - INTRODUCER : 0;
  write_parameters(frame, frame->next + INTRODUCER, length - INTRODUCER);
  frame->next += length;
}

/// Resets the colour, and not the background, which is never set.
static void reset_color(struct frame *frame, size_t length) {
  begin_sequence(frame, false);
  write_parameters(frame, "39m", 3);
  frame->next += length;
  frame->color_length = 0;
}

/// The length of a sequence that only resets all attributes; 0 if there is none here.
static size_t plain_reset_length(const char *bytes, const char *end) {
  static const char *const resets[] = {"\033[m", "\033[0m"};
  return one_of(resets, bytes, end);
}

/// Rule 1: the length of a choice of ASCII; 0 if there is none here.
static size_t idle_length(const char *bytes, const char *end) {
  if (*bytes == '\017') return 1;
  return begins_with(bytes, end, "\033(B", 3) ? 3 : 0;
}

static void step(struct frame *frame) {
  size_t reset = reset_length(frame->next, frame->end);
  size_t plain_reset = plain_reset_length(frame->next, frame->end);
  size_t idle = idle_length(frame->next, frame->end);
  size_t attributes = attribute_length(frame->next, frame->end);
  size_t color_reset = one_of(color_resets, frame->next, frame->end);
  if (reset > 0) {
    if (!keep_color(frame, reset)) write_reset(frame, reset);
  } else if (plain_reset > 0) {
    write_reset(frame, plain_reset);
  } else if (idle > 0) {
    frame->next += idle;
  } else if (color_reset > 0) {
    reset_color(frame, color_reset);
  } else if (attributes > 0) {
    write_attributes(frame, attributes);
  } else {
    *frame->written++ = *frame->next++;
  }
}

size_t cn_frame_shorten(char *bytes, size_t count) {
  struct frame frame = {.next = bytes, .end = bytes + count, .written = bytes};
  while (frame.next < frame.end) step(&frame);
  return (size_t)(frame.written - bytes);
}
