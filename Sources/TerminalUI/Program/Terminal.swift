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
}

package enum TerminalEvent: Hashable, Sendable {
  case input(Input)
  case resized(Size)
  /// The content of the screen is no longer known.
  case damaged
  /// The terminal was closed.
  case gone

  var isInput: Bool {
    if case .input = self { true } else { false }
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
