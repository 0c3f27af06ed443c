import AppStorePrompts
import TerminalUI

/// A sheet over the app: it asks, shows that the order is in progress, and reports a failure.
///
/// ```
///          a button's key              failed
///  asking ─────────────▶ working ──────────────▶ failed ── enter, esc ──▶ closed
///     └── enter, esc ──▶ closed ◀── esc ─┘   (done: the owner takes the layer away)
/// ```
///
/// 1. Only a button's key chooses, and only while the sheet asks: Enter, pasted text and keys typed
///    before the sheet was drawn cannot. Text that is typed or pasted only fills the sheet's text
///    field, until Enter sends it.
/// 2. It answers once; leaving it while it works does not change the answer.
struct SheetLayer: Layer, Equatable {
  enum Phase: Equatable, Sendable {
    case asking
    case working
    case failed(String)
    case closed
  }

  enum Message: Equatable, Sendable {
    case failed(String)
  }

  enum Effect: Equatable, Sendable {
    /// The customer's one answer: the button that they chose, or `nil`.
    case answer(Int?)
    /// The text that the customer has typed: their one answer.
    case entered(String)
    /// The customer has left, or has read the error.
    case close
  }

  let page: SheetPage
  private(set) var phase = Phase.asking
  /// The text that the customer has typed.
  private(set) var text = ""
  /// The scroll position of the rows above the buttons.
  private(set) var scroll = ScrollPosition()

  init(page: SheetPage) {
    self.page = page
  }

  mutating func update(_ event: LayerEvent<Message>) -> [Effect] {
    switch event {
    case .message(.failed(let reason)): phase = .failed(reason)
    case .input(.key(let key)): return press(key)
    case .input(.paste(let pasted)):
      for character in pasted { type(character) }
    }
    return []
  }

  private var takesText: Bool { page.entry != nil && phase == .asking }

  private mutating func type(_ character: Character) {
    guard takesText, let entry = page.entry else { return }
    text = entry.typed(character, after: text)
  }

  /// Returns the effects of a key while the customer types; `nil` for a key that does not change
  /// the text.
  private mutating func edit(_ key: Key) -> [Effect]? {
    switch key {
    case .character(let character): type(character)
    case .backspace: _ = text.popLast()
    case .enter where !text.isEmpty:
      phase = .working
      return [.entered(text)]
    default: return nil
    }
    return []
  }

  private mutating func press(_ key: Key) -> [Effect] {
    if takesText, let effects = edit(key) { return effects }
    if phase == .asking, let button = page.buttons.firstIndex(where: { .character($0.key) == key })
    {
      phase = .working
      return [.answer(button)]
    }
    switch (phase, key) {
    case (.asking, .enter), (.asking, .escape):
      phase = .closed
      return [.answer(nil)]
    case (.working, .escape), (.failed, .enter), (.failed, .escape):
      phase = .closed
      return [.close]
    case (_, .up), (_, .character("k")): scroll.move(by: -1)
    case (_, .down), (_, .character("j")): scroll.move(by: 1)
    case (.asking, _), (.working, _), (.failed, _), (.closed, _): break
    }
    return []
  }

  /// A sheet that does not fit on the screen scrolls, so that the customer can read all of it.
  mutating func adapt(to size: Size) {
    scroll.hiddenRows = SheetLayout(self, on: size).hiddenRows
  }

  var bindings: [KeyBinding] {
    phaseBindings + (scroll.hiddenRows > 0 ? [KeyBinding(.up, .down, label: "scroll")] : [])
  }

  /// One for each button; buttons that are listed with their details share one.
  private var buttonBindings: [KeyBinding] {
    guard page.listsButtons else {
      return page.buttons.map { KeyBinding(.character($0.key), label: $0.hint) }
    }
    return [KeyBinding(keys: page.buttons.map { .character($0.key) }, label: "choose")]
  }

  private var phaseBindings: [KeyBinding] {
    switch phase {
    case .asking where !text.isEmpty:
      [
        KeyBinding(.enter, label: page.entry?.sendLabel.lowercased() ?? ""),
        KeyBinding(.escape, label: page.declineHint),
      ]
    case .asking:
      buttonBindings + [KeyBinding(.enter, .escape, label: page.declineHint)]
    case .working: [KeyBinding(.escape, label: "leave; it finishes by itself")]
    case .closed: []
    case .failed: [KeyBinding(.enter, .escape, label: "close")]
    }
  }

  var help: [String] { page.whatNext }

  func draw(on frame: inout Frame) {
    SheetView(layer: self).draw(on: &frame)
  }
}
