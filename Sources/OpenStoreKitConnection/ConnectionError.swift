public import Foundation
import OpenStoreKit

/// Why a process could not be connected to a store: what kind of error it is, and a sentence with what
/// to do.
///
/// A question that could not connect the process throws `StoreKitError.systemError`, whose associated
/// value is this error.
public struct ConnectionError: LocalizedError, Hashable, CustomStringConvertible {
  /// What kind of error it is.
  @nonexhaustive
  public enum Code: Hashable, Sendable {
    /// Neither the program nor its environment names a store.
    case noStoreNamed
    /// A variable of the environment is missing or has no meaning.
    case invalidEnvironment
    /// The process is connected already, but not as asked.
    case connectedOtherwise
    /// The file of the catalogue cannot be read, or a store cannot sell what it lists.
    case invalidConfiguration
    /// The store sells another catalogue than the named one.
    case otherConfiguration
    /// The folder has no store, and no file is named from which one is made.
    case storeNotFound
    /// A server has the store in the folder for itself.
    case storeInUse
    /// The store cannot be reached, or this machine's files cannot be read or written.
    case storeUnavailable
    /// Nobody is signed in to the store, or not as the account that is named, or signing in was
    /// refused.
    case notSignedIn
    /// The store at the address is another one than the one that this machine trusts.
    case untrustedStore
    /// The account has no such device, or another machine has it.
    case unknownDevice
    /// Another reason, which the description has.
    case unknown
  }

  /// What kind of error it is.
  public let code: Code
  /// What was asked, what prevented it, and what to do.
  public let description: String
  /// The same sentence.
  public var errorDescription: String? { description }

  init(_ code: Code, _ sentence: String) {
    self.code = code
    description = sentence
  }
}

extension ConnectionError {
  static let noStoreNamed = ConnectionError(.noStoreNamed, Diagnostic.notConnected.description)

  static let connectedOtherwise = ConnectionError(
    .connectedOtherwise,
    "this process is already connected to a store, with other options: call AppStore.connect "
      + "once, before any other call of StoreKit")

  static func malformed(
    _ variable: ConnectionVariable, _ text: String, allowed: String
  ) -> ConnectionError {
    ConnectionError(
      .invalidEnvironment, "\(variable.rawValue) is '\(text)': it must be \(allowed)")
  }
}
