/// A person's choice whether colour codes are written.
package enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// As the environment says; if it says nothing, only on a terminal.
  case auto
  case always
  case never

  /// Decides whether colour codes are written.
  ///
  /// `auto` asks the environment. NO_COLOR, unless it is empty, and CLICOLOR=0 switch colour off.
  /// FORCE_COLOR and CLICOLOR_FORCE, unless they are empty or 0, switch it on. NO_COLOR comes
  /// first, then CLICOLOR.
  ///
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - isTerminal: Whether the output is a terminal.
  /// - Returns: Whether colour is used.
  package func usesColor(_ environment: [String: String], isTerminal: Bool = true) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: Self.choice(of: environment) ?? isTerminal
    }
  }

  /// The environment's choice; `nil` if it says nothing.
  private static func choice(of environment: [String: String]) -> Bool? {
    func isForced(_ name: String) -> Bool { !["", "0"].contains(environment[name, default: ""]) }
    if !environment["NO_COLOR", default: ""].isEmpty { return false }
    if environment["CLICOLOR"] == "0" { return false }
    return isForced("FORCE_COLOR") || isForced("CLICOLOR_FORCE") ? true : nil
  }
}
