/// The environments in which animations are off without a setting.
package enum ReducedMotion {
  /// Whether the environment turns animations off: nobody watches in CI, and a slow line over SSH
  /// would show each step late.
  ///
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - speed: The speed of the line to the terminal in bits per second. From 38 400 on it is fast.
  /// - Returns: Whether animations are off.
  package static func isWanted(by environment: [String: String], speed: Int) -> Bool {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    return isSet("CI") || (isSet("SSH_TTY") || isSet("SSH_CONNECTION")) && speed < 38_400
  }
}
