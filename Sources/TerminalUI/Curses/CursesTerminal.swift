import CNcurses

/// The terminal of the process, driven by ncurses.
///
/// Every fatal signal restores the terminal and ends the process with that signal. While the screen
/// is shown, text written to standard error is kept; it is printed afterwards.
@Screen package final class CursesTerminal: Terminal {
  private let display: DisplaySettings
  private let longestGap: Duration
  private let longestPasteGap: Duration
  private var state = State()

  private struct State {
    var isOpen = false
    var shown: Frame?
    var keys = KeyDecoder()
    /// Whether no input has come for the decoder's waiting time.
    var hasPaused = false
    var isASCII = false
    var palette = Palette(depth: .none)
    var stopNotice: String?
  }

  /// - Parameters:
  ///   - display: The look that the user and the environment want.
  ///   - longestGap: The maximum time to wait for the rest of a sequence, as on a slow line. A
  ///     person who types never waits longer.
  ///   - longestPasteGap: The same for a paste, whose rest must not be read as keys.
  package nonisolated init(
    display: DisplaySettings, longestGap: Duration = .milliseconds(500),
    longestPasteGap: Duration = .seconds(2)
  ) {
    self.display = display
    self.longestGap = longestGap
    self.longestPasteGap = longestPasteGap
  }

  package var size: Size {
    guard state.isOpen else { return Size(columns: 0, rows: 0) }
    var columns: Int32 = 0
    var rows: Int32 = 0
    cn_screen_size(&columns, &rows)
    return Size(columns: Int(columns), rows: Int(rows))
  }

  package var isASCII: Bool { state.isASCII }

  /// The speed of the line to the terminal of standard output, in bits per second.
  package nonisolated static var speed: Int { Int(cn_screen_speed()) }

  package func open() throws(TerminalUnavailableError) {
    switch UInt32(cn_screen_open(display.usesColor, display.glyphs == .unicode)) {
    case CN_OPENED.rawValue: break
    case CN_PLAIN_TERMINAL.rawValue: throw .plainTerminal
    case CN_UNKNOWN_TERMINAL.rawValue: throw .unknownTerminal
    case CN_BACKGROUND.rawValue: throw .background
    default: throw .notATerminal
    }
    state.isOpen = true
    state.keys = KeyDecoder(terminalKeys: Self.terminalKeys())
    state.isASCII = display.glyphs == .ascii || !cn_screen_is_unicode()
    state.palette = Palette(
      depth: ColorDepth(colors: Int(cn_screen_colors())), background: display.background)
  }

  package func close() {
    guard state.isOpen else { return }
    cn_screen_close()
    state = State()
  }
}

// MARK: - Frames

extension CursesTerminal {
  package func present(_ frame: Frame, discardingInput: Bool) {
    guard state.isOpen else { return }
    let shown = state.shown ?? Frame(size: Size(columns: 0, rows: 0))
    for run in frame.differences(from: shown) { put(run) }
    state.shown = frame
    cn_screen_compose()
    // As late as possible, so that only input typed at this frame is kept.
    if discardingInput { discardInput() }
    cn_screen_send()
  }

  package func invalidate() {
    guard state.isOpen else { return }
    state.shown = nil
    cn_screen_invalidate()
  }

  private func put(_ run: Run) {
    for (offset, cell) in run.cells.enumerated() where !cell.text.isEmpty {
      let look = state.palette.look(of: cell.style)
      cn_screen_put(
        Int32(run.start.row), Int32(run.start.column + offset), cell.text, look.cursesColor,
        look.cursesAttributes)
    }
  }
}

// MARK: - Events

extension CursesTerminal {
  private var pause: Duration? {
    state.keys.expectation.map { expectation in
      switch expectation {
      case .afterEscape: .milliseconds(Int(cn_escape_delay()))
      case .end: longestGap
      case .paste: longestPasteGap
      }
    }
  }

  package func waitForEvents() async {
    let end = await Screen.waitUntilReadable([0, cn_signal_descriptor()], atMost: pause)
    state.hasPaused = end == .timedOut
  }

  package func takeEvents() -> [TerminalEvent] {
    guard state.isOpen else { return [] }
    let events = takeSignals() + takeKeys()
    return cn_screen_is_gone() ? events + [.gone] : events
  }

  /// Discards input, but parses it, so that the rest of an incomplete paste or key is still
  /// recognised and not read as keys.
  package func discardInput() {
    guard state.isOpen else { return }
    _ = takeKeys()
    state.keys.discardKey()
  }

  /// A change before the first frame is sent with that frame.
  package func setMouse(isReported: Bool) {
    guard state.isOpen else { return }
    cn_screen_report_mouse(isReported)
    if state.shown != nil { cn_screen_send() }
  }

  package func setStopNotice(_ notice: String?) { state.stopNotice = notice }

  package func note(event: String) { cn_crash_note(event) }

  package func askColumns(of text: String) {
    guard state.shown != nil, !state.isASCII else { return }
    cn_screen_ask_columns(text)
    cn_screen_compose()
    cn_screen_send()
  }

  private func takeSignals() -> [TerminalEvent] {
    let signals = UInt32(cn_signal_take())
    if signals & CN_STOP.rawValue != 0 {
      cn_screen_suspend(state.stopNotice.map { $0 + "\n" } ?? "")
      forgetInput()
      return [.damaged]
    }
    if signals & CN_CONTINUED.rawValue != 0 || cn_screen_is_in_background() {
      cn_screen_resume()
      forgetInput()
      return [.damaged]
    }
    guard signals & CN_RESIZED.rawValue != 0 else { return [] }
    cn_screen_resize()
    return [.resized(size)]
  }

  /// An incomplete sequence was typed before another program had the terminal.
  private func forgetInput() {
    state.keys.forget()
    state.hasPaused = false
  }

  private func takeKeys() -> [TerminalEvent] {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    var read: [UInt8] = []
    while case let count = cn_screen_read(&bytes, bytes.count), count > 0 {
      read += bytes.prefix(count)
      state.hasPaused = false
    }
    let events = state.keys.decode(read)
    defer { state.hasPaused = false }
    return state.hasPaused ? events + state.keys.pause() : events
  }
}

// MARK: - The terminal's own keys

extension CursesTerminal {
  /// The sequences in the terminal's description.
  private static func terminalKeys() -> [[UInt8]: Key] {
    var keys: [[UInt8]: Key] = [:]
    var code: Int32 = 0
    var index = 0
    while let sequence = cn_screen_key(index, &code) {
      keys[Array(String(cString: sequence).utf8)] = Self.keys[UInt32(code)]
      index += 1
    }
    return keys
  }

  private static let keys: [UInt32: Key] = [
    CN_KEY_UP.rawValue: .up, CN_KEY_DOWN.rawValue: .down, CN_KEY_LEFT.rawValue: .left,
    CN_KEY_RIGHT.rawValue: .right, CN_KEY_PAGE_UP.rawValue: .pageUp,
    CN_KEY_PAGE_DOWN.rawValue: .pageDown, CN_KEY_HOME.rawValue: .home,
    CN_KEY_END.rawValue: .end, CN_KEY_DELETE.rawValue: .delete,
    CN_KEY_BACKTAB.rawValue: .backtab, CN_KEY_ENTER.rawValue: .enter,
  ]
}
