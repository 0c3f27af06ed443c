import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import PrivateFiles
import StandardStreams
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTPClient

/// The error of a command that failed, for a person and for a program.
struct CommandFailure: Error {
  /// The exit code of a command.
  enum Exit: Int32 {
    case refused = 1
    case malformed = 2
    case unreachable = 3
    /// The command was done, but its result could not be written.
    case unwritten = 4
    /// As a shell's, for a program that `skdemo run` cannot start.
    case notExecutable = 126
    case noProgram = 127
  }

  /// A word for programs, such as `unknownProduct`.
  var code: String
  /// A sentence with the request, the reason and the remedy; its dates are in UTC.
  var message: String
  /// The sentence for a person, if its dates differ in the process's time zone.
  var localMessage: String?
  /// The usage of the command, in lines for a person.
  var usage: [String] = []
  var exit = Exit.refused
}

extension CommandFailure {
  /// The failure of a command whose arguments are wrong.
  static func malformed(_ message: String) -> CommandFailure {
    CommandFailure(code: "malformed", message: message, exit: .malformed)
  }

  /// The failure for an option that applies only to a remote store.
  static func needsStore(_ option: String) -> CommandFailure {
    .malformed("\(option) is for a remote store: name the store with --store URL")
  }

  /// The failure of a command that was done but could not write its result.
  ///
  /// It has the first line of the result: what follows may be a secret, or very long.
  static func unwritten(
    _ lines: [String], because error: OutputError
  ) -> CommandFailure {
    let said = lines.first.map { ": \($0)" } ?? ""
    return CommandFailure(
      code: "unwrittenResult",
      message: "the command succeeded, but its result could not be written (\(error.reason))"
        + said, exit: .unwritten)
  }

  /// The failure for an error of any layer.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as StoreError: self.init(error)
    case let error as CustomerStoreError: self.init(error)
    case let error as LocalClientError: self.init(error)
    case let error as DataFolderError: self.init(error)
    case let error as OperatorKeyError: self.init(error)
    case let error as StoreAddressError: self = .malformed(error.description)
    case let error as TrustedRootsError: self = .malformed("--tls-root: \(error)")
    case let error as CatalogueError:
      self.init(
        code: "catalogue", message: error.description,
        exit: error.problem.isDuration ? .malformed : .refused)
    case let error as PassDurationError:
      self.init(code: "catalogue", message: error.description, exit: .malformed)
    case StoreOpeningError.error(let error): self.init(error)
    case let error as SettingsError:
      self.init(code: "settings", message: error.description)
    case let error as ScenarioError: self.init(code: "scenario", message: error.description)
    case let error as OutputError: self.init(code: "output", message: error.description)
    case let error as AuthorityError:
      self.init(code: "certificates", message: error.description)
    case let error as BackupError: self.init(code: "backup", message: error.description)
    case let error as RootKeyError: self.init(code: "rootKey", message: error.description)
    case let error as ExposedFileError: self.init(code: "exposedKey", message: error.description)
    case let error as FileError:
      self.init(
        code: "dataFolder", message: "\(error). Name another folder with --data DIR")
    case let error as Product.PurchaseError:
      self.init(code: "\(error)", message: error.localizedDescription)
    case let error as StoreKitError: self.init(error)
    case let error as RedundantOrder:
      self.init(
        code: "addsNothing",
        message: "\(error.localizedDescription). Nothing was charged, and no code was redeemed")
    default: self.init(code: "failed", message: error.sentence)
    }
  }

  init(_ error: StoreError) {
    let exit: Exit = if case .unavailable = error { .unreachable } else { .refused }
    self.init(code: error.codeName, message: error.description, exit: exit)
    let sentence = error.sentence(in: .ofProcess())
    localMessage = sentence == message ? nil : sentence
  }

  private init(_ error: StoreKitError) {
    let exit: Exit = if case .networkError = error { .unreachable } else { .refused }
    let name = Mirror(reflecting: error).children.first?.label ?? "\(error)"
    if let error = error.error {
      self.init(error)
    } else {
      self.init(code: name, message: error.localizedDescription, exit: exit)
    }
  }
}

extension StoreKitError {
  /// The store's error for which StoreKit has no case.
  fileprivate var error: StoreError? {
    if case .systemError(let reason as SystemErrorReason) = self { reason.error } else { nil }
  }
}
