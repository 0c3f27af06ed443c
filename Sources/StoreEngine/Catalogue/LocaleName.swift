import Foundation

/// The name of a locale, in which underscores and hyphens are equal.
struct LocaleName: Equatable {
  /// The name with underscores.
  let name: String

  init(_ name: String) {
    self.name = name.replacing("-", with: "_")
  }

  var language: Substring { name.prefix { $0 != "_" } }

  /// Whether it is an ISO 639 language, perhaps with a script, a country or a variant: `de`, `zh_Hans`,
  /// `de_DE`, `en_001` or `en_US_POSIX`.
  var isKnown: Bool {
    let form = #/[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?(_[A-Z0-9]{5,8})?/#
    return name.wholeMatch(of: form) != nil
      && Locale.LanguageCode(String(language)).isISOLanguage
  }
}
