/// The texts of a sheet and the key that agrees: a plain value, to be drawn without a store.
struct SheetPage: Equatable, Sendable {
  /// A label and what it stands for, such as "Account" and a name.
  struct Fact: Equatable, Sendable {
    let label: String
    let text: String
    /// Whether it is shown however small the screen is.
    let isEssential: Bool

    init(_ label: String, _ text: String, isEssential: Bool = true) {
      self.label = label
      self.text = text
      self.isEssential = isEssential
    }
  }

  let title: String
  /// At the right end of the title's row.
  let price: String
  let kind: String
  let facts: [Fact]
  let note: String
  /// The note for a small screen.
  let shortNote: String
  /// The only key that agrees; neither Enter nor a key that opens a sheet.
  let confirmKey: Character
  /// What agreeing does: "Pay $2.99".
  let confirmLabel: String
  /// The same in the footer: "pay $2.99".
  let confirmHint: String
  let declineHint: String
  /// What the sheet shows while the order is under way.
  let working: String
  /// What the help says happens next.
  let whatNext: [String]
}
