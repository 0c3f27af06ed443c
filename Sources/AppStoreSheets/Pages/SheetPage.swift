/// The texts of a sheet and the keys that choose: a plain value, to be drawn without a store.
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

  /// What the customer can choose, and its key: neither Enter nor a key that opens a sheet.
  struct Button: Equatable, Sendable {
    let key: Character
    /// What choosing it does: "Pay $2.99".
    let label: String
    /// The same in the footer: "pay $2.99".
    let hint: String
    /// What follows from it, if the sheet has several buttons.
    let detail: String

    init(_ key: Character, _ label: String, hint: String? = nil, detail: String = "") {
      self.key = key
      self.label = label
      self.hint = hint ?? label.prefix(1).lowercased() + label.dropFirst()
      self.detail = detail
    }

    /// The keys of a sheet that lists several buttons, which has at most as many.
    static let keys: [Character] = Array("123456789") + Array("acdefghilmnoprstuvwxyz")
  }

  /// What the customer types.
  struct Entry: Equatable, Sendable {
    let label: String
    /// What Enter does once something is typed: "Redeem".
    let sendLabel: String
    /// The most characters, counted as Unicode scalars, because one character can be long.
    let limit: Int
    /// Whether it has only letters and digits of ASCII, in capitals.
    var isCode = false

    /// The text with a character that was typed or pasted, if it takes it.
    func typed(_ character: Character, after text: String) -> String {
      guard isCode ? character.isOfCode : character.isTypable else { return text }
      let longer = text + (isCode ? character.uppercased() : String(character))
      return longer.unicodeScalars.count > limit ? text : longer
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
  /// The only keys that choose something; a sheet that lists several has room for their details.
  let buttons: [Button]
  /// The text that the customer types, which Enter sends; `nil` on a sheet without text.
  var entry: Entry?
  /// What Enter and esc do: "Not now".
  var declineLabel = "Not now"
  let declineHint: String
  /// What the sheet shows while the order is under way.
  let working: String
  /// What the help says happens next.
  let whatNext: [String]
}

extension SheetPage {
  /// Whether the buttons are listed with their details, and not one beside the other.
  var listsButtons: Bool { buttons.count > 2 || buttons.contains { !$0.detail.isEmpty } }
}

extension Character {
  fileprivate var isOfCode: Bool { isASCII && (isLetter || isNumber) }

  /// Whether it is a space or can be seen.
  fileprivate var isTypable: Bool {
    self == " " || !isWhitespace && !unicodeScalars.contains { $0.properties.isControl }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
