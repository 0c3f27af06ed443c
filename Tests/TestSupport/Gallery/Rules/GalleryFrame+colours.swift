import TerminalUI

extension GalleryFrame {
  /// Rule: only signs have the colour of a sign.
  package var colouredWords: [String] {
    visibleCells.compactMap { cells in
      let text = cells.filter(\.hasColourOfSign).map(\.text).joined()
      return text.contains { $0.isLetter || $0.isNumber } ? "'\(text)' has a colour" : nil
    }
  }
}

extension PlacedCell {
  fileprivate var hasColourOfSign: Bool {
    switch style.role {
    case .good, .warn, .bad: !style.isDim
    default: false
    }
  }
}

extension [GalleryScreen] {
  /// Rule: a terminal with ASCII alone gets the same screens, sign for sign.
  package var lostInASCII: [String] { findings(inLines: \.lostInASCII) }

  /// Rule: what differs by its style also differs by a sign or a word.
  package var toldApartByColourAlone: [String] {
    let frames = flatMap { screen in
      screen.frames.map { (name: "\(screen.state), \(screen.name)", frame: $0) }
    }
    return Dictionary(grouping: frames, by: \.frame.text).values.compactMap { same in
      let first = same[0]
      guard let other = same.dropFirst().first(where: { $0.frame.frame != first.frame.frame })
      else {
        return nil
      }
      return "\(first.name) and \(other.name) at \(first.frame.size.caption)"
    }
  }
}

extension String {
  /// What this line of a screen loses on a terminal with ASCII alone.
  fileprivate var lostInASCII: String? {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var row = Frame(size: Size(columns: Width.columns(self), rows: 1))
    row.write(self, at: Point(column: 0, row: 0))
    row.foldToASCII()
    let ascii = row.text
    let isFolded = ascii == Glyphs.fold(self).withoutTrailingBlanks
    let keepsText = count { $0 == "?" } == ascii.count { $0 == "?" }
    let isASCII = ascii.utf8.allSatisfy { $0 < 0x80 }
    return isFolded && keepsText && isASCII ? nil : "'\(self)' becomes '\(ascii)'"
  }

  private var withoutTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
