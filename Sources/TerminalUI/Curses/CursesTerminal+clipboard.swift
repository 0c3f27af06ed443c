import CNcurses

extension CursesTerminal {
  /// Sends the text in xterm's sequence for the clipboard, which works over SSH too.
  package func copy(_ text: String) {
    let sequence = ClipboardSequence.bytes(of: text)
    sequence.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return }
      cn_screen_control(start, bytes.count)
    }
  }
}
