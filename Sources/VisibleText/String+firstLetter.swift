extension String {
  /// The text with a capital first letter.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text with a small first letter, unless its first word is in capitals.
  package var lowercasedFirst: String {
    let word = prefix { $0 != " " }
    let isInCapitals = word.count > 1 && word.dropFirst().allSatisfy(\.isUppercase)
    return isInCapitals ? self : prefix(1).lowercased() + dropFirst()
  }
}
