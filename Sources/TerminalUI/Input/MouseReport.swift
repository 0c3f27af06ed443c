/// A report of the mouse: what was done, and at which cell.
///
/// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h2-Mouse-Tracking
struct MouseReport: Hashable {
  /// The button with its modifiers, and 32 for a motion; the wheel's buttons are 64 and 65.
  private let code: Int
  /// From 1; not positive if the terminal could not report it.
  private let column: Int
  private let row: Int

  /// The input of a press of the first button and of the wheel; `nil` for other buttons, motions and
  /// modifiers, which have no meaning here.
  var event: TerminalEvent? {
    guard column > 0, row > 0 else { return nil }
    switch code {
    case 0: return .pressed(Point(column: column - 1, row: row - 1))
    case 64: return .input(.key(.up))
    case 65: return .input(.key(.down))
    default: return nil
    }
  }
}

extension MouseReport {
  /// A report in SGR's form; `nil` for a release, or if the sequence is something else.
  ///
  /// - Parameters:
  ///   - parameters: The bytes between the introducer and `final`.
  ///   - final: The last byte of the sequence.
  init?(parameters: [UInt8], final: UInt8) {
    guard parameters.first == UInt8(ascii: "<"), final == UInt8(ascii: "M") else { return nil }
    let numbers = String(decoding: parameters.dropFirst(), as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2]
    else { return nil }
    self.init(code: code, column: column, row: row)
  }

  /// A report in the oldest form, that of X10; `nil` if there are not three bytes.
  ///
  /// Each byte is 32 more than its number.
  init?(bytes: [UInt8]) {
    guard bytes.count == 3 else { return nil }
    let numbers = bytes.map { Int($0) - 32 }
    self.init(code: numbers[0], column: numbers[1], row: numbers[2])
  }
}
