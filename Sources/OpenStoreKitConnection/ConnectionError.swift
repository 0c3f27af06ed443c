public import Foundation
import OpenStoreKit

/// The error of a process that could not be connected to a store: its kind, and a sentence with the
/// reason and the remedy.
///
/// A call that could not connect the process throws `StoreKitError.systemError`, whose associated
/// value is this error.
public struct ConnectionError: LocalizedError, Hashable, CustomStringConvertible {
  /// The kind of error.
  @nonexhaustive
  public enum Code: Hashable, Sendable {
    /// Neither the program nor its environment names a store.
    case noStoreNamed
    /// An environment variable is missing or invalid.
    case invalidEnvironment
    /// The process is already connected, but in another way.
    case connectedOtherwise
    /// The catalogue's file cannot be read, or a store cannot sell its products.
    case invalidConfiguration
    /// The store's catalogue differs from the named one.
    case otherConfiguration
    /// The folder has no store, and no file is named from which to create one.
    case storeNotFound
    /// A server has exclusive use of the store in the folder.
    case storeInUse
    /// The store cannot be reached, or this machine's files cannot be read or written.
    case storeUnavailable
    /// Nobody is signed in to the store, or only with another account, or signing in was refused.
    case notSignedIn
    /// The store at the address is not the one that this machine trusts.
    case untrustedStore
    /// The account has no such device, or another machine has it.
    case unknownDevice
    /// Another error; the description has the reason.
    case unknown
  }

  /// The kind of error.
  public let code: Code
  /// The request, the reason for the error, and the remedy.
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
