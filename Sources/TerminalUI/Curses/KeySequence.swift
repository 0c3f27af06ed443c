import CNcurses

extension KeySequence {
  /// The next one that ncurses has read; nil if nothing waits.
  @Screen static func next() -> KeySequence? {
    var scalar: UInt32 = 0
    let code = cn_key(UInt32(cn_screen_read(&scalar)))
    switch code {
    case CN_KEY_NONE: return nil
    case CN_KEY_CHARACTER: return .scalar(Unicode.Scalar(scalar) ?? "\u{FFFD}")
    case CN_KEY_PASTE_BEGIN: return .pasteBegin
    case CN_KEY_PASTE_END: return .pasteEnd
    default: return keys[code.rawValue].map { .key($0) } ?? .unknown
    }
  }

  private static let keys: [UInt32: Key] = [
    CN_KEY_UP.rawValue: .up, CN_KEY_DOWN.rawValue: .down, CN_KEY_LEFT.rawValue: .left,
    CN_KEY_RIGHT.rawValue: .right, CN_KEY_PAGE_UP.rawValue: .pageUp,
    CN_KEY_PAGE_DOWN.rawValue: .pageDown, CN_KEY_HOME.rawValue: .home,
    CN_KEY_END.rawValue: .end, CN_KEY_BACKSPACE.rawValue: .backspace,
    CN_KEY_DELETE.rawValue: .delete, CN_KEY_BACKTAB.rawValue: .backtab,
    CN_KEY_ENTER.rawValue: .enter,
  ]
}
