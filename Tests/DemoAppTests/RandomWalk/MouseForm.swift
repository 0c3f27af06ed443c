import TerminalUI

/// How a terminal reports the mouse.
enum MouseForm {
  case sgr, x10

  /// The bytes of a press of a button.
  func report(of button: Int, at point: Point) -> String {
    switch self {
    case .sgr: return "\u{1B}[<\(button);\(point.column + 1);\(point.row + 1)M"
    case .x10:
      let numbers = [button, point.column + 1, point.row + 1].map { UInt8(32 + $0) }
      return "\u{1B}[M" + String(decoding: numbers, as: UTF8.self)
    }
  }

  /// The last column and row that the older form can report in ASCII.
  static let farthest = 93
}
