import VisibleText

/// The texts of a sheet and the keys of its buttons: a plain value that can be drawn without a
/// store.
package struct SheetPage: Equatable, Sendable {
  /// A label and its value, such as "Account" and a name.
  package struct Fact: Equatable, Sendable {
    package let label: String
    package let text: String
    /// Whether it is shown however small the screen is.
    package let isEssential: Bool

    init(_ label: String, _ text: String, isEssential: Bool = true) {
      self.label = label
      self.text = text
      self.isEssential = isEssential
    }
  }

  /// A choice and its key, which is never Enter.
  ///
  /// A key that opens a sheet chooses nothing on it, so holding the key only opens the sheet.
  package struct Button: Equatable, Sendable {
    package let key: Character
    /// The label: "Pay $2.99".
    package let label: String
    /// The same in the footer: "pay $2.99".
    package let hint: String
    /// The effect of the button, if the sheet has several.
    package let detail: String

    init(_ key: Character, _ label: String, hint: String? = nil, detail: String = "") {
      self.key = key
      self.label = label
      self.hint = hint ?? label.lowercasedFirst
      self.detail = detail
    }

    /// The keys of a sheet that lists several buttons; it has at most this many.
    ///
    /// None of them chooses anything on the sheet that it opens.
    static let keys: [Character] = Array("123456789") + Array("efhilmnruvwxyz")
  }

  /// A text field.
  package struct Entry: Equatable, Sendable {
    package let label: String
    /// The label of Enter once something is typed: "Redeem".
    package let sendLabel: String
    /// The maximum length, counted in Unicode scalars, because one character can be long.
    package let limit: Int
    /// Whether it accepts only ASCII letters and digits, in capitals.
    package var isCode = false

    /// The text with a typed or pasted character added, if the character is allowed.
    package func typed(_ character: Character, after text: String) -> String {
      guard isCode ? character.isOfCode : character.isTypable else { return text }
      let longer = text + (isCode ? character.uppercased() : String(character))
      return longer.unicodeScalars.count > limit ? text : longer
    }
  }

  package let title: String
  /// The rows of the product's picture, equally wide; empty without one.
  package var picture: [String] = []
  /// Beside the title: the price, or the later price and its date.
  package var price = ""
  package var kind = ""
  package let facts: [Fact]
  package var note = ""
  /// The note for a small screen; `nil` if it is the same.
  package var shortNote: String?
  /// The buttons, whose keys are the only ones that choose something.
  ///
  /// A list of several buttons has room for their details.
  package let buttons: [Button]
  /// The text that the customer types, which Enter sends; `nil` on a sheet without text.
  package var entry: Entry?
  /// The label of Enter and esc: "Not now".
  package var declineLabel = "Not now"
  package let declineHint: String
  /// The text while the order is in progress.
  package let working: String
  /// The line that is printed if the program is stopped during the order; `nil` prints none.
  package var unfinished: String?
  /// The help's sentences about what happens next.
  package let whatNext: [String]
}

extension SheetPage {
  /// Whether the buttons are listed with their details instead of side by side.
  package var listsButtons: Bool { buttons.count > 2 || buttons.contains { !$0.detail.isEmpty } }
}

extension Character {
  fileprivate var isOfCode: Bool { isASCII && (isLetter || isNumber) }

  /// Whether it is a space or visible.
  fileprivate var isTypable: Bool {
    self == " " || !isWhitespace && !unicodeScalars.contains { $0.properties.isControl }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
