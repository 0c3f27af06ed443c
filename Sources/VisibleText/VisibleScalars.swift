/// The scalars of a text in their order, each with whether it must be shown as its escape.
///
/// Characters that a terminal could take for a command, or that are invisible, are escaped: control
/// and format characters, line and paragraph separators, overrides of direction, zero-width blanks,
/// variation selectors and tags. Those that scripts and emoji need stay:
///
/// - a joiner or non-joiner after a letter or mark of a script that has joined forms, such as Persian or
///   Hindi,
/// - a joiner between two pictures, as in a family or a flag with a sign,
/// - a variation selector after a picture, or in a keycap.
package struct VisibleScalars: Sequence {
  // Not generic: a screen measures each of its characters, and another module would have to find the
  // types of a generic sequence for each of them.
  private let scalars: String.UnicodeScalarView

  package init(_ scalars: String.UnicodeScalarView) { self.scalars = scalars }

  package func makeIterator() -> Iterator { Iterator(scalars.makeIterator()) }

  package struct Iterator: IteratorProtocol {
    private var scalars: String.UnicodeScalarView.Iterator
    private var upcoming: Unicode.Scalar?
    private var previous: Unicode.Scalar?
    /// The last scalar that is not a selector or a skin tone.
    private var modified: Unicode.Scalar?

    fileprivate init(_ scalars: String.UnicodeScalarView.Iterator) {
      self.scalars = scalars
      upcoming = self.scalars.next()
    }

    package mutating func next() -> (scalar: Unicode.Scalar, isEscaped: Bool)? {
      guard let scalar = upcoming else { return nil }
      upcoming = scalars.next()
      defer {
        if !scalar.modifiesPicture { modified = scalar }
        previous = scalar
      }
      return (scalar, scalar.isUnseen && !isNeeded(scalar))
    }

    private func isNeeded(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x200C: hasJoinedForms
      case 0x200D: hasJoinedForms || modified?.isPicture == true && upcoming?.isPicture == true
      case 0xFE0E, 0xFE0F: previous?.isPicture == true || isInKeycap
      default: false
      }
    }

    private var hasJoinedForms: Bool { previous?.isOfJoinedScript == true }

    private var isInKeycap: Bool {
      upcoming?.value == 0x20E3
        && previous.map { "0123456789#*".unicodeScalars.contains($0) } == true
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a line, a block or a shape, of which boxes, gauges and pictures are made.
  package var isDrawing: Bool { value >= 0x2500 && value < 0x2600 }

  /// Whether a terminal could take it for a command, or shows nothing of it.
  fileprivate var isUnseen: Bool {
    if value >= 0x20 && value < 0x7F || isDrawing { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The format characters of Arabic numbers and the like are visible.
    case .format: !Self.seenFormats.contains(where: { $0.contains(value) })
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  private static let seenFormats: [ClosedRange<UInt32>] = [
    0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2,
    0x110BD...0x110BD, 0x110CD...0x110CD,
  ]

  /// Whether it is an emoji by itself: not a digit, a skin tone or a letter of a flag.
  fileprivate var isPicture: Bool {
    value >= 0xA9 && properties.isEmoji && !properties.isEmojiModifier
      && !(0x1F1E6...0x1F1FF).contains(value)
  }

  /// Whether it changes the picture before it.
  fileprivate var modifiesPicture: Bool {
    value == 0xFE0E || value == 0xFE0F || value > 0xFFFF && properties.isEmojiModifier
  }

  /// Whether it is a letter or mark of a script whose letters join: Arabic and its neighbours, the scripts
  /// of India and Sri Lanka, Myanmar, Khmer and Mongolian.
  fileprivate var isOfJoinedScript: Bool {
    guard Self.joinedScripts.contains(where: { $0.contains(value) }) else { return false }
    return switch properties.generalCategory {
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  private static let joinedScripts: [ClosedRange<UInt32>] = [
    0x600...0xDFF, 0x1000...0x109F, 0x1780...0x18AF, 0xFB50...0xFDFF, 0xFE70...0xFEFE,
  ]
}
