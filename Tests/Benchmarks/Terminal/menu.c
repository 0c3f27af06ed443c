// The least that answers keys: ten rows, a bar that the arrows move, q.
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <ncurses.h>

static void row(int number, int selected) {
  if (number == selected) attron(A_REVERSE);
  mvprintw(2 + number, 2, "%-76s", "a row of the menu");
  attroff(A_REVERSE);
}

int main(void) {
  setlocale(LC_ALL, "");
  initscr();
  cbreak();
  noecho();
  keypad(stdscr, TRUE);
  curs_set(0);
  int selected = 0;
  for (;;) {
    for (int number = 0; number < 10; number++) row(number, selected);
    refresh();
    int key = getch();
    if (key == 'q' || key == ERR) break;
    if (key == KEY_DOWN && selected < 9) selected++;
    if (key == KEY_UP && selected > 0) selected--;
  }
  endwin();
  return 0;
}
