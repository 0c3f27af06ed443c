import Foundation
import StandardStreams
import StoreAPI

extension Credentials {
  /// An account's name and password, from the options, the environment and the terminal.
  ///
  /// - Parameters:
  ///   - account: The name, if it is known.
  ///   - isNew: Whether the password is new: then it must be typed twice.
  /// - Returns: The name and the password.
  /// - Throws: ``CommandFailure`` if there is no terminal to ask on.
  static func asked(account: String?, isNew: Bool) async throws -> Credentials {
    var name = account
    if name == nil { name = await Prompt.line("Account: ") }
    guard let name else {
      throw CommandFailure.malformed(
        "there is no terminal to ask for the account's name: give it with --account NAME")
    }
    return Credentials(
      account: name,
      password: try await Prompt.password("Password: ", or: "SKDEMO_PASSWORD", isNew: isNew))
  }
}

extension PasswordChange {
  /// The old and the new password, from the environment and the terminal.
  ///
  /// - Throws: ``CommandFailure`` if there is no terminal to ask on.
  static func asked(signsOutDevices: Bool) async throws -> PasswordChange {
    PasswordChange(
      oldPassword: try await Prompt.password("Old password: ", or: "SKDEMO_PASSWORD", isNew: false),
      newPassword: try await Prompt.password(
        "New password: ", or: "SKDEMO_NEW_PASSWORD", isNew: true),
      signsOutDevices: signsOutDevices)
  }
}

extension Prompt {
  /// The password of a variable of the environment, or the one that is typed.
  ///
  /// - Throws: ``CommandFailure`` if there is no terminal to ask on, or if a new password is typed
  ///   in two ways.
  fileprivate static func password(
    _ question: TerminalText, or variable: String, isNew: Bool
  ) async throws -> String {
    if let password = ProcessInfo.processInfo.environment[variable] { return password }
    guard let password = await Prompt.secret(question) else {
      throw CommandFailure(
        code: "noPassword",
        message: "there is no terminal to ask for the password: give it in \(variable)")
    }
    guard isNew else { return password }
    guard await Prompt.secret("Repeat the password: ") == password else {
      throw CommandFailure(code: "noPassword", message: "the two passwords differ: try again")
    }
    return password
  }
}
