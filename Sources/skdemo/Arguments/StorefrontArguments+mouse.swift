import DemoApp
import TerminalUI

extension StorefrontArguments {
  /// Lets a key give the mouse to the terminal, which selects text with it, and take it back.
  ///
  /// A line terminal has no mouse.
  @Screen func bindMouse(
    on program: Program, of terminal: any Terminal, over demo: LayerHandle<Demo>
  ) {
    guard !terminal.isLinear else { return }
    let key = KeyBinding(
      .character("M"), label: "mouse for the program or for text", group: .program,
      needsScreen: true)
    program.bind(key) {
      let isReported = await program.toggleMouse()
      demo.send(.failed(Notice(.attention, isReported ? Self.mouseIsBack : Self.mouseIsGone)))
    }
  }

  private static let mouseIsBack = "The mouse presses and scrolls here. Shift selects text."
  private static let mouseIsGone = "The mouse selects text now. Press M to take it back."
}
