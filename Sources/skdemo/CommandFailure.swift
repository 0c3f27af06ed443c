import ArgumentParser
import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTP

/// Why a command failed, for a person and for a program.
struct CommandFailure: Error {
  /// How a command ends.
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
  /// A sentence: what was asked, what prevented it, what to do.
  var message: String
  /// How the command is used, in lines for a person.
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
    _ lines: [String], because error: UnwrittenOutput
  ) -> CommandFailure {
    let said = lines.first.map { ": \($0)" } ?? ""
    return CommandFailure(
      code: "unwrittenResult",
      message: "what was asked for was done, but the result could not be written (\(error.reason))"
        + said, exit: .unwritten)
  }

  /// The failure for an error of any layer.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let fault as StoreFault: self.init(fault)
    case let fault as CustomerStoreFault: self.init(fault)
    case let error as LocalClientError: self.init(error)
    case let error as DataFolderError: self.init(error)
    case let error as OperatorKeyError: self.init(error)
    case let fault as StoreAddressFault: self = .malformed(fault.description)
    case let fault as TrustedRootsFault: self = .malformed("--tls-root: \(fault)")
    case let fault as CatalogueFault:
      self.init(
        code: "catalogue", message: fault.description,
        exit: fault.problem.isDuration ? .malformed : .refused)
    case let error as PassDurationError:
      self.init(code: "catalogue", message: error.description, exit: .malformed)
    case StoreOpeningFault.fault(let fault): self.init(fault)
    case let fault as UnwrittenOutput: self.init(code: "output", message: fault.description)
    case let fault as AuthorityFault:
      self.init(code: "certificates", message: fault.description)
    case let fault as BackupFault: self.init(code: "backup", message: fault.description)
    case let fault as RootKeyFault: self.init(code: "rootKey", message: fault.description)
    case let fault as ExposedFile: self.init(code: "exposedKey", message: fault.description)
    case let fault as FileFault:
      self.init(
        code: "dataFolder", message: "\(fault). Name another folder with --data DIR")
    case let error as Product.PurchaseError:
      self.init(code: "\(error)", message: error.localizedDescription)
    case let error as StoreKitError: self.init(error)
    case let error as RedundantOrder:
      self.init(
        code: "addsNothing",
        message: "\(error.localizedDescription). Nothing was charged, and no code was used")
    default: self.init(code: "failed", message: error.sentence)
    }
  }

  init(_ fault: StoreFault) {
    let exit: Exit = if case .unavailable = fault { .unreachable } else { .refused }
    self.init(code: fault.codeName, message: fault.description, exit: exit)
  }

  private init(_ error: StoreKitError) {
    let exit: Exit = if case .networkError = error { .unreachable } else { .refused }
    let name = Mirror(reflecting: error).children.first?.label ?? "\(error)"
    self.init(
      code: error.fault?.codeName ?? name, message: error.localizedDescription, exit: exit)
  }
}

extension StoreKitError {
  /// The store's fault for which StoreKit has no case.
  fileprivate var fault: StoreFault? {
    if case .systemError(let reason as SystemErrorReason) = self { reason.fault } else { nil }
  }
}
