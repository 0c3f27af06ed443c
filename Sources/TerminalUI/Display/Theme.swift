/// The colours that suit the terminal's background.
package enum Theme: String, Hashable, Sendable, CaseIterable {
  /// As the environment says; if it says nothing, colours that suit both backgrounds.
  case auto
  case dark
  case light

  /// The background that the colours are for; nil if it is unknown.
  ///
  /// The terminal is never asked, because some do not answer. `auto` reads COLORFGBG, which some
  /// terminals set, and knows that the consoles of Linux and Cygwin are black.
  package func background(_ environment: [String: String]) -> Background? {
    switch self {
    case .dark: .dark
    case .light: .light
    case .auto: Self.colorPair(environment) ?? Self.console(environment)
    }
  }

  /// COLORFGBG is "15;0" or "15;default;0": its last number is the background.
  private static func colorPair(_ environment: [String: String]) -> Background? {
    let last = environment["COLORFGBG"]?.split(separator: ";").last
    guard let number = last.flatMap({ Int($0) }), (0...15).contains(number) else { return nil }
    return number < 7 || number == 8 ? .dark : .light
  }

  private static func console(_ environment: [String: String]) -> Background? {
    let term = environment["TERM", default: ""]
    return term.hasPrefix("linux") || term.hasPrefix("cygwin") ? .dark : nil
  }
}

/// The background of a terminal.
package enum Background: Hashable, Sendable, CaseIterable {
  case dark, light
}
