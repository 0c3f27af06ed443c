import Foundation
import StoreAPI

extension Credentials {
  /// An account's name and password, from the options, the environment and the terminal.
  ///
  /// - Parameters:
  ///   - account: The name, if it is known.
  ///   - isNew: Whether the password is a new one: then it is asked twice.
  /// - Returns: The name and the password.
  /// - Throws: ``CommandFailure`` if there is no terminal to ask on.
  static func asked(account: String?, isNew: Bool) throws -> Credentials {
    guard let account = account ?? Prompt.line("Account: ") else {
      throw CommandFailure.malformed(
        "there is no terminal to ask for a name on: give it with --account NAME")
    }
    let environment = ProcessInfo.processInfo.environment["SKDEMO_PASSWORD"]
    return Credentials(account: account, password: try environment ?? password(isNew: isNew))
  }

  private static func password(isNew: Bool) throws -> String {
    guard let password = Prompt.secret("Password: ") else {
      throw CommandFailure(
        code: "noPassword",
        message: "there is no terminal to ask for a password on: give it in SKDEMO_PASSWORD")
    }
    guard !isNew || Prompt.secret("The same again: ") == password else {
      throw CommandFailure(code: "noPassword", message: "the two passwords differ: try again")
    }
    return password
  }
}
