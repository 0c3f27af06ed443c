import CNcurses

/// The terminal of the process, by ncurses.
///
/// Every fatal signal leaves the terminal as it was and ends the process by that signal.
/// While the screen is up, what is written to standard error is kept; it is shown after.
@Screen package final class CursesTerminal: Terminal {
  private let usesColor: Bool
  private var state = State()

  private struct State {
    var isOpen = false
    var shown: Frame?
    var keys = KeyDecoder()
    var isASCII = false
  }

  /// Without colour no code for one is ever written; bold and reverse stay.
  package nonisolated init(usesColor: Bool) {
    self.usesColor = usesColor
  }

  /// Whether the environment wants colour: NO_COLOR switches it off, unless it is empty.
  package nonisolated static func wantsColor(_ environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty
  }

  package var size: Size {
    guard state.isOpen else { return Size(columns: 0, rows: 0) }
    var columns: Int32 = 0
    var rows: Int32 = 0
    cn_screen_size(&columns, &rows)
    return Size(columns: Int(columns), rows: Int(rows))
  }

  package var isASCII: Bool { state.isASCII }

  package func open() throws(TerminalUnavailable) {
    switch UInt32(cn_screen_open(usesColor)) {
    case CN_OPENED.rawValue: break
    case CN_PLAIN_TERMINAL.rawValue: throw .plainTerminal
    case CN_UNKNOWN_TERMINAL.rawValue: throw .unknownTerminal
    default: throw .notATerminal
    }
    state.isOpen = true
    state.isASCII = !cn_screen_is_unicode()
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
    // As late as can be, so that only what was typed at this frame is kept.
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
      let look = CellAttributes(cell.style)
      cn_screen_put(
        Int32(run.start.row), Int32(run.start.column + offset), cell.text, look.hue,
        look.attributes)
    }
  }
}

// MARK: - Events

extension CursesTerminal {
  package func waitForEvents() async {
    await Screen.waitUntilReadable([0, cn_signal_descriptor()])
  }

  package func takeEvents() -> [TerminalEvent] {
    guard state.isOpen else { return [] }
    let events = takeSignals() + takeKeys()
    return cn_screen_is_gone() ? events + [.gone] : events
  }

  /// Reads what it throws away: of a paste or a key that has come in part, the rest is still
  /// known for what it is, and never becomes keys of its own.
  package func discardInput() {
    guard state.isOpen else { return }
    _ = takeKeys()
  }

  private func takeSignals() -> [TerminalEvent] {
    let signals = UInt32(cn_signal_take())
    if signals & CN_STOP.rawValue != 0 {
      cn_screen_suspend()
      state.keys = KeyDecoder()
      return [.damaged]
    }
    if signals & CN_CONTINUED.rawValue != 0 {
      cn_screen_resume()
      return [.damaged]
    }
    guard signals & CN_RESIZED.rawValue != 0 else { return [] }
    cn_screen_resize()
    return [.resized(size)]
  }

  private func takeKeys() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    while let stroke = KeySequence.next() {
      if let event = state.keys.decode(stroke) { events.append(event) }
    }
    return events
  }
}
