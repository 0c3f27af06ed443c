package import TerminalUI

extension Frame {
  /// Rule: only signs have the colour of a sign.
  package var colouredWords: [String] {
    (0..<size.rows).compactMap { row in
      let text = (0..<size.columns).map { self[Point(column: $0, row: row)] }
        .filter { [.good, .warn, .bad].contains($0.style.role) && !$0.style.isDim }.map(\.text)
        .joined()
      return text.contains { $0.isLetter || $0.isNumber } ? "'\(text)' has a colour" : nil
    }
  }

  /// Rule: a terminal with ASCII alone gets the same screen, sign for sign.
  package var lostInASCII: [String] {
    var folded = self
    folded.foldToASCII()
    return zip(lines, folded.lines).compactMap { line, ascii in
      let isFolded = ascii == Glyphs.fold(line).withoutTrailingBlanks
      let keepsText = line.count { $0 == "?" } == ascii.count { $0 == "?" }
      let isASCII = ascii.utf8.allSatisfy { $0 < 0x80 }
      return isFolded && keepsText && isASCII ? nil : "'\(line)' becomes '\(ascii)'"
    }
  }
}

extension String {
  fileprivate var withoutTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}

extension [GalleryScreen] {
  /// Rule: what differs by its style also differs by a sign or a word.
  package var toldApartByColourAlone: [String] {
    let frames = flatMap { screen in
      screen.frames.map { (name: "\(screen.state), \(screen.name)", frame: $0) }
    }
    return Dictionary(grouping: frames, by: \.frame.text).values.compactMap { same in
      guard let first = same.first, let other = same.first(where: { $0.frame != first.frame })
      else {
        return nil
      }
      return "\(first.name) and \(other.name) at \(first.frame.size.caption)"
    }
  }
}
