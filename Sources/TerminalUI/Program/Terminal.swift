/// A screen that shows frames, and the source of its input.
///
/// Everything happens on the screen's thread.
package protocol Terminal: Sendable {
  /// Takes the screen.
  ///
  /// - Throws: ``TerminalUnavailableError`` if there is none to take.
  @Screen func open() throws(TerminalUnavailableError)

  /// Gives the screen back as it was; does nothing if it is not open.
  @Screen func close()

  @Screen var size: Size { get }
  /// Whether it shows only ASCII.
  @Screen var isASCII: Bool { get }

  /// Shows a frame; writes only what differs from the one before.
  ///
  /// With `discardingInput`, throws away what was typed until the frame is shown, in one step:
  /// a key that answers the frame is never lost.
  @Screen func present(_ frame: Frame, discardingInput: Bool)

  /// Makes the next frame be drawn whole, whatever is on the screen.
  @Screen func invalidate()

  /// Returns when something has happened, or the task is cancelled.
  @Screen func waitForEvents() async

  /// Returns the events since the last call, oldest first.
  @Screen func takeEvents() -> [TerminalEvent]

  /// Throws away what was typed and not yet taken.
  @Screen func discardInput()

  /// Whether it shows a program as lines of text, one after the other, and not as a screen.
  @Screen var isLinear: Bool { get }

  /// Reads out what a program shows now; called after each change, only if the terminal is linear.
  @Screen func read(_ reading: Reading)

  /// Makes the terminal report presses and the wheel, or leaves the mouse to the terminal, which
  /// then selects text with it.
  @Screen func setMouse(isReported: Bool)

  /// Asks for a text to be put on the clipboard; a terminal may refuse, and does not say so.
  @Screen func copy(_ text: String)

  /// Sets the line that is printed when the program is stopped with Ctrl-Z; `nil` prints none.
  @Screen func setStopNotice(_ notice: String?)

  /// Asks in how many columns a text is drawn.
  ///
  /// The answer is ``TerminalEvent/cursor(_:)`` in that column. Some terminals never answer.
  @Screen func askColumns(of text: String)

  /// Keeps the name of an event for the report of a crash.
  @Screen func note(event: String)
}

extension Terminal {
  package func copy(_ text: String) {}
  package func setMouse(isReported: Bool) {}
  package var isLinear: Bool { false }
  package func read(_ reading: Reading) {}
  package func setStopNotice(_ notice: String?) {}
  package func askColumns(of text: String) {}
  package func note(event: String) {}
}

package enum TerminalEvent: Hashable, Sendable {
  case input(Input)
  /// The first mouse button was pressed on a cell.
  case pressed(Point)
  /// The terminal has reported the position of its cursor.
  case cursor(Point)
  case resized(Size)
  /// The content of the screen is no longer known.
  case damaged
  /// The terminal was closed.
  case gone

  var isInput: Bool {
    switch self {
    case .input, .pressed: true
    default: false
    }
  }
}

/// The reason why no screen can be opened.
package enum TerminalUnavailableError: Error, Hashable, Sendable {
  /// Input or output is a file or a pipe.
  case notATerminal
  /// TERM is unset or `dumb`: the terminal cannot move its cursor.
  case plainTerminal
  /// No description of this terminal, nor of one like it, is installed.
  case unknownTerminal
  /// The terminal belongs to another job, and nobody would continue this one if it stopped.
  case background
}

extension TerminalUnavailableError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notATerminal: "input and output are not both a terminal"
    case .plainTerminal: "the terminal has no full screen: TERM is unset or dumb"
    case .unknownTerminal: "TERM names a terminal whose description is not installed"
    case .background:
      "the program runs in the background, and the terminal belongs to another job: run it in the "
        + "foreground"
    }
  }
}
