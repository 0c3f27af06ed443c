/// One key, or the beginning or end of a paste, as ncurses has read it.
package enum KeySequence: Hashable, Sendable {
  case scalar(Unicode.Scalar)
  case key(Key)
  case pasteBegin
  case pasteEnd
  case unknown
}

/// Makes input from key sequences: names control characters and collects pasted text.
///
/// Pasted text comes as one value, so that no key in it is ever taken for a command. A paste
/// longer than `longestPaste` keeps its beginning.
package struct KeyDecoder: Hashable, Sendable {
  package static let longestPaste = 65_536
  private var pasted: [Unicode.Scalar]?

  package init() {}

  /// The event that a key sequence completes, if any.
  package mutating func decode(_ stroke: KeySequence) -> TerminalEvent? {
    switch stroke {
    case .pasteBegin:
      pasted = []
      return nil
    case .pasteEnd:
      defer { pasted = nil }
      return pasted.map { .input(.paste(String(String.UnicodeScalarView($0)))) }
    case .unknown: return nil
    case .key(let key): return pasted == nil ? .input(.key(key)) : nil
    case .scalar(let scalar): return decode(scalar)
    }
  }

  private mutating func decode(_ scalar: Unicode.Scalar) -> TerminalEvent? {
    if let count = pasted?.count {
      if count < Self.longestPaste { pasted?.append(scalar) }
      return nil
    }
    switch scalar {
    case "\r", "\n": return .input(.key(.enter))
    case "\t": return .input(.key(.tab))
    case "\u{1B}": return .input(.key(.escape))
    case "\u{7F}", "\u{8}": return .input(.key(.backspace))
    case "\u{C}": return .damaged
    case _ where scalar.value < 0x20: return nil
    default: return .input(.key(.character(Character(scalar))))
    }
  }
}
