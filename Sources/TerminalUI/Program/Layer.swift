/// A part of the screen as a pure value: it handles events and draws itself.
///
/// The program owns every layer. Keys go to the topmost one; a message goes to its layer, whether
/// that is on top or not.
package protocol Layer: Sendable {
  associatedtype Message: Sendable
  associatedtype Effect: Sendable

  /// Handles a key, pasted text or a message of the layer's own, and returns the effects to
  /// perform, in order.
  ///
  /// Nothing else changes the layer.
  mutating func update(_ event: LayerEvent<Message>) -> [Effect]

  /// Learns whether keys go to it, because it is the topmost layer. Returns what must be performed, in
  /// order.
  mutating func update(hasFocus: Bool) -> [Effect]

  /// Learns the size of the screen before it is drawn, for a layer whose keys follow its layout.
  mutating func adapt(to size: Size)

  /// Draws on a frame that already shows the layers below, dimmed.
  ///
  /// The footer is the layer's own to draw, with ``Footer`` and its `bindings`.
  func draw(on frame: inout Frame)

  /// The keys that do something now, in the order of the footer, and those that are
  /// disabled with their reason. "?" need not be among them.
  var bindings: [KeyBinding] { get }

  /// Sentences that the help shows above the keys.
  var help: [String] { get }

  /// The latest events, for a terminal that reads them out; each is read out once.
  var announcements: [Announcement] { get }

  /// Whether the layer shows its content: it does not wait for it, and is not closed.
  ///
  /// Otherwise a line terminal prints only its events.
  var isSettled: Bool { get }

  /// The line that is printed when the program is stopped with Ctrl-Z; `nil` prints none.
  var stopNotice: String? { get }

  /// Commands of the command line besides the keys, the most wanted first.
  var namedCommands: [NamedCommand] { get }

  /// Performs the named command with this ID, and returns the effects to perform, in order.
  mutating func perform(_ id: NamedCommand.ID) -> [Effect]

  /// Whether typed characters are text, which Enter sends, so that no key has another meaning.
  var takesText: Bool { get }

  /// Whether a typed line is text for the layer, even if some keys keep their meaning.
  var hasTextField: Bool { get }

  /// Whether ":" opens the command line over this layer; over a program's first layer it always does.
  var hasCommandLine: Bool { get }
}

extension Layer {
  package mutating func update(hasFocus: Bool) -> [Effect] { [] }
  package mutating func adapt(to size: Size) {}
  package var help: [String] { [] }
  package var announcements: [Announcement] { [] }
  package var isSettled: Bool { true }
  package var stopNotice: String? { nil }
  package var namedCommands: [NamedCommand] { [] }
  package mutating func perform(_ id: NamedCommand.ID) -> [Effect] { [] }
  package var takesText: Bool { false }
  package var hasTextField: Bool { takesText }
  package var hasCommandLine: Bool { false }
}

/// An event of a layer.
package enum LayerEvent<Message: Sendable>: Sendable {
  case input(Input)
  case message(Message)
}

extension LayerEvent: Equatable where Message: Equatable {}
