import VisibleText

/// The number of columns of a text on a terminal.
///
/// Measured by the C library's table, which tmux and most terminals agree with. What they
/// disagree about is not drawn: a variation selector, a skin tone, what a joiner joins; and a
/// flag is drawn as its two letters. So the columns counted here are the columns taken.
package enum Width {
  package static func columns(_ text: String) -> Int {
    if text.isPrintableASCII { return text.utf8.count }
    var columns = 0
    for character in text { columns += self.columns(of: character) }
    return columns
  }

  package static func columns(of character: Character) -> Int {
    if character.isPrintableASCII { return 1 }
    return drawing(character)?.columns ?? pieces(of: character).reduce(0) { $0 + $1.columns }
  }

  /// The text as a frame draws it, without what terminals disagree about.
  static func drawn(_ text: String) -> String {
    text.flatMap(pieces(of:)).map(\.text).joined()
  }

  /// The part of a character in one cell, drawn in one column or two.
  struct Piece: Equatable {
    var text: String
    let columns: Int
  }

  /// The pieces that are drawn for a character, cell by cell.
  ///
  /// A character that could command the terminal or is invisible is drawn as its escape; see
  /// ``VisibleText/VisibleScalars``.
  static func pieces(of character: Character) -> [Piece] {
    if character.isPrintableASCII { return [Piece(text: String(character), columns: 1)] }
    if let piece = drawing(character) { return [piece] }
    var pieces: [Piece] = []
    var isJoined = false
    for (scalar, isEscaped) in VisibleScalars(character.unicodeScalars) {
      defer { isJoined = scalar.value == 0x200D && !isEscaped }
      if isJoined && scalar.properties.isEmoji {
        pieces.dropJoiner()
        continue
      }
      if isEscaped {
        pieces += scalar.escaped(asASCII: true).map { Piece(text: String($0), columns: 1) }
      } else {
        append(scalar, to: &pieces)
      }
    }
    return pieces.isEmpty ? [Piece(text: "?", columns: 1)] : pieces
  }

  /// The piece of a character that is a line, a block or a shape; `nil` for any other character.
  private static func drawing(_ character: Character) -> Piece? {
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first, scalar.isDrawing, scalars.count == 1, scalar.columns > 0
    else { return nil }
    return Piece(text: String(character), columns: scalar.columns)
  }

  private static func append(_ scalar: Unicode.Scalar, to pieces: inout [Piece]) {
    if isLeftOut(scalar) { return }
    if let letter = regionalLetter(scalar) {
      pieces.append(Piece(text: letter, columns: 1))
      return
    }
    switch scalar.columns {
    case 0 where pieces.isEmpty: break
    // A cell of ncurses holds one character and four marks.
    case 0 where pieces[pieces.count - 1].text.unicodeScalars.count >= 5: break
    case 0: pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
    case let columns where columns > 0:
      pieces.append(Piece(text: String(scalar), columns: columns))
    default: pieces.append(Piece(text: "?", columns: 1))
    }
  }

  /// Variation selectors and skin tones: terminals differ about them.
  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE0E, 0xFE0F, 0x1F3FB...0x1F3FF: true
    default: false
    }
  }

  private static func regionalLetter(_ scalar: Unicode.Scalar) -> String? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41).map { String($0) }
  }
}

extension Character {
  /// Whether it is one column that every terminal shows as itself: most of a screen is.
  fileprivate var isPrintableASCII: Bool {
    guard let asciiValue else { return false }
    return asciiValue >= 0x20 && asciiValue < 0x7F
  }
}

extension [Width.Piece] {
  /// Removes the joiner before an emoji: scripts need one, but terminals differ about emoji.
  fileprivate mutating func dropJoiner() {
    guard let last = indices.last, self[last].text.unicodeScalars.last == "\u{200D}" else { return }
    self[last].text.unicodeScalars.removeLast()
  }
}
