import AppStorePrompts
import TerminalUI

/// A sheet over the app: it asks, shows that the order is in progress, and shows its result.
///
/// ```
///          a button's key              failed
///  asking ─────────────▶ working ──────────────▶ failed ── enter, esc ──▶ closed
///     │                     ├─── purchased ────▶ purchased ── any key ──▶ closed
///     └── enter, esc ──▶ closed ◀── esc ─┘   (done: the owner takes the layer away)
/// ```
///
/// 1. Only a button's key chooses, and only while the sheet asks: Enter, pasted text and keys typed
///    before the sheet was drawn cannot. Text that is typed or pasted only fills the sheet's text
///    field, until Enter sends it.
/// 2. It answers once; leaving it while it works does not change the answer.
/// 3. A first press with the mouse only marks a button, even on its key in the footer, so that a double
///    press that has opened the sheet buys nothing. The second press is the button's key.
/// 4. A sheet that shows a purchase blocks no key: a key with a meaning for the app closes the sheet
///    and goes to the app, even while the picture moves.
struct SheetLayer: Layer, Equatable {
  enum Phase: Equatable, Sendable {
    case asking
    case working
    case failed(String)
    case purchased(PurchaseConfirmation)
    case closed
  }

  enum Message: Equatable, Sendable {
    case failed(String)
    case purchased(PurchaseConfirmation)
    /// The picture of a purchased product moves by a step.
    case step
  }

  enum Effect: Equatable, Sendable {
    /// The customer's one answer: the button that they chose, or `nil`.
    case answer(Int?)
    /// The text that the customer has typed: their one answer.
    case entered(String)
    /// Asks for the next step of the picture, after its pause.
    case pause
    /// The customer has left, or has read the result. A key that also means something to the app
    /// goes to the app.
    case close(passing: Key?)
  }

  let page: SheetPage
  private(set) var phase = Phase.asking
  /// The text that the customer has typed.
  private(set) var text = ""
  /// The button that the mouse has marked; a second press on it chooses it.
  private(set) var markedButton: Int?
  /// The scroll position of the rows above the buttons.
  private(set) var scroll = ScrollPosition()

  init(page: SheetPage) {
    self.page = page
  }

  mutating func update(_ event: LayerEvent<Message>) -> [Effect] {
    switch event {
    case .message(let message): return receive(message)
    case .input(.key(let key)):
      markedButton = nil
      return press(key)
    case .input(.choice(let button)): mark(button)
    case .input(.paste(let pasted)):
      for character in pasted { type(character) }
    }
    return []
  }

  private mutating func receive(_ message: Message) -> [Effect] {
    switch (message, phase) {
    case (.failed(let reason), _): phase = .failed(reason)
    case (.purchased(let confirmation), .working): return show(confirmation)
    case (.step, .purchased(var confirmation)):
      confirmation.advance()
      return show(confirmation)
    case (.purchased, _), (.step, _): break
    }
    return []
  }

  private mutating func show(_ confirmation: PurchaseConfirmation) -> [Effect] {
    phase = .purchased(confirmation)
    return confirmation.isMoving ? [.pause] : []
  }

  private mutating func mark(_ button: Int) {
    guard phase == .asking, page.buttons.indices.contains(button) else { return }
    markedButton = button
  }

  /// A sheet that does not fit on the screen scrolls, so that the customer can read all of it.
  mutating func adapt(to size: Size) {
    scroll.hiddenRows = SheetLayout(self, on: size).hiddenRows
  }

  var help: [String] { page.whatNext }

  /// An order continues in the store while the program is stopped.
  var stopNotice: String? { phase == .working ? page.unfinished : nil }

  /// A closed sheet is drawn until its owner removes it, but it must not be read out again.
  var isSettled: Bool { phase != .closed }

  func draw(on frame: inout Frame) {
    SheetView(layer: self).draw(on: &frame)
  }
}

// The effects of the keys.
extension SheetLayer {
  var hasTextField: Bool { page.entry != nil && phase == .asking }

  /// A code has no question mark, so "?" is still the help while one is typed.
  var takesText: Bool { hasTextField && page.entry?.isCode == false }

  private mutating func type(_ character: Character) {
    guard hasTextField, let entry = page.entry else { return }
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
    if hasTextField, let effects = edit(key) { return effects }
    if phase == .asking, let button = button(of: key) {
      phase = .working
      return [.answer(button)]
    }
    switch (phase, key) {
    case (.asking, .enter), (.asking, .escape):
      phase = .closed
      return [.answer(nil)]
    case (.working, .escape), (.failed, .enter), (.failed, .escape): return close()
    case (.purchased, _): return close(passing: Self.closingKeys.contains(key) ? nil : key)
    case (_, .up), (_, .character("k")): scroll.move(by: -1)
    case (_, .down), (_, .character("j")): scroll.move(by: 1)
    case (.asking, _), (.working, _), (.failed, _), (.closed, _): break
    }
    return []
  }

  private func button(of key: Key) -> Int? {
    guard case .character(let character) = key else { return nil }
    return page.buttons.firstIndex { $0.key == character }
  }

  /// The meaning of a press on the name of a key: the first press on a button's key marks the button.
  func meaning(ofPressOn key: Key) -> HitRegion.Press {
    guard phase == .asking, let button = button(of: key), button != markedButton else {
      return .key(key)
    }
    return .choice(button)
  }

  /// Keys that close a sheet with a result and do nothing else.
  ///
  /// `p` is one, because it may be held down.
  private static let closingKeys: Set<Key> = [
    .enter, .escape, .character("q"), .character("p"), .character(" "),
  ]

  private mutating func close(passing key: Key? = nil) -> [Effect] {
    phase = .closed
    return [.close(passing: key)]
  }

  var bindings: [KeyBinding] {
    let scrolling = KeyBinding(.up, .down, label: "scroll", needsScreen: true)
    return phaseBindings + (scroll.hiddenRows > 0 ? [scrolling] : [])
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
    case .failed, .purchased: [KeyBinding(.enter, .escape, label: "close")]
    }
  }
}
