import Foundation
import Testing

/// A machine from which someone uses a store elsewhere.
struct Customer {
  let machine: CommandLineFixture
  let url: String

  init(_ url: String) throws {
    machine = try CommandLineFixture()
    self.url = url
  }

  /// Runs the real binary against the store.
  func skdemo(_ arguments: String..., password: String? = nil) async throws -> CommandRun {
    try await skdemo(arguments, password: password)
  }

  func skdemo(_ arguments: [String], password: String? = nil) async throws -> CommandRun {
    try await machine.skdemo(
      arguments, environment: ["SKDEMO_STORE": url, "SKDEMO_PASSWORD": password ?? "open sesame"])
  }

  /// Someone who has made an account.
  static func signedUp(_ name: String, at url: String) async throws -> Customer {
    let customer = try Customer(url)
    _ = try await customer.skdemo("sign-in", "--create", "--account", name).succeeded()
    return customer
  }

  /// The same person at another machine.
  static func signedIn(_ name: String, at url: String) async throws -> Customer {
    let customer = try Customer(url)
    _ = try await customer.skdemo("sign-in", "--account", name).succeeded()
    return customer
  }

  func status(_ arguments: String...) async throws -> [String: Any] {
    try await machine.skdemo(
      ["status", "--json"] + arguments, environment: ["SKDEMO_STORE": url]
    ).json()
  }

  /// Where this machine keeps what it is as a customer of the store.
  var folder: URL {
    let address = url.split(separator: "/").last ?? ""
    return machine.data.appending(path: "stores").appending(
      path: address.replacing(":", with: "-"))
  }
}

/// A command that did not do what a test needs.
struct CommandFailed: Error {
  let run: CommandRun
}

extension CommandRun {
  /// The run itself, if it did what was asked.
  func succeeded() throws -> CommandRun {
    guard status == 0 else { throw CommandFailed(run: self) }
    return self
  }

  /// The word for programs of a failure in JSON.
  func errorCode() throws -> String? {
    let report = try JSONSerialization.jsonObject(with: Data(errors.utf8)) as? [String: Any]
    return (report?["error"] as? [String: Any])?["code"] as? String
  }
}
