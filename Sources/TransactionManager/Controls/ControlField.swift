/// A parameter of an operator's control, as a form asks for it.
struct ControlField: Hashable, Sendable {
  /// The form of the value.
  enum Kind: Hashable, Sendable {
    case text
    /// A text that the screen hides.
    case password
    case number
    /// A day, or a time in UTC.
    case date
    /// One of these values.
    case choice([Choice])
    /// A duration such as `P1M`, or a date.
    case clockMove
    /// The ID of a transaction, or a product and perhaps an account.
    case subscription
    /// The path of a file, whose text is the value.
    case file
    /// A new random key, which nobody types.
    case orderKey
  }

  /// A value that can be chosen.
  struct Choice: Hashable, Sendable {
    let text: String
    let value: ControlValue
  }

  /// The names of the value in JSON, from the outermost object on.
  let path: [String]
  let kind: Kind
  let isRequired: Bool
}

extension ControlField {
  /// "product ID".
  var label: String {
    let name = path.last ?? ""
    return Self.labels[name] ?? name.separatedWords.joined(separator: " ")
  }

  /// The labels of parameters whose names in JSON are unclear or out of date.
  private static let labels = [
    "isOn": "on", "isAccepted": "agrees", "pace": "time rate", "uuid": "notification UUID",
    "configuration": "StoreKit file", "move": "duration or date", "frozen": "stopped",
  ]

  /// An example of the value; empty if the label says enough.
  var example: String {
    switch kind {
    case .date: "2027-01-31 or 2027-01-31T12:00:00Z"
    case .clockMove: "P1M, P16D or 2027-01-31"
    case .subscription: "1000000001, or subscription.pro ann"
    case .file: "the path of a StoreKit configuration file"
    case .password: "8 to 256 characters"
    case .text, .number, .choice, .orderKey: ""
    }
  }

  var isAsked: Bool { kind != .orderKey }
}

extension String {
  /// The words of a name in camel case; words in capitals stay whole: "set", "notification", "URL".
  var separatedWords: [String] {
    var words: [String] = []
    let letters = Array(self)
    for (index, letter) in letters.enumerated() {
      let isAfterSmall = index > 0 && letters[index - 1].isLowercase
      let isBeforeSmall = index + 1 < letters.count && letters[index + 1].isLowercase
      let begins = letter.isUppercase && (isAfterSmall || isBeforeSmall)
      if begins || words.isEmpty { words.append("") }
      words[words.count - 1].append(letter)
    }
    return words.map { $0.count > 1 && $0 == $0.uppercased() ? $0 : $0.lowercased() }
  }
}
