/// Line art of the app itself; the products bring their own.
enum Hero {
  /// A race car in a hurry: what "🏎💨" is in emoji.
  static let car = [
    "─ ─ ─   ┌────┐                      ",
    " ─ ─    └┬──┬┘   ╭───╮              ",
    "─ ─ ─ ───┴──┴────╯ ● ╰─╮___         ",
    " ─ ─   ╭──╮   # 1      ╰────╭──╮─╮  ",
    "─ ─ ─  │◉ │═════════════════│◉ │─┴─ ",
    " ─ ─   ╰──╯                 ╰──╯    ",
  ]

  static let emoji = ["🏎💨"]
}
