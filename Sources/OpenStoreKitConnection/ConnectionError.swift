public import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTP

/// Why a process could not be connected to a store: a sentence with what to do.
public struct ConnectionError: LocalizedError, Hashable, CustomStringConvertible {
  /// What was asked, what prevented it, and what to do.
  public let description: String
  /// The same sentence.
  public var errorDescription: String? { description }

  init(_ sentence: String) { description = sentence }
}

extension ConnectionError {
  /// Neither the program nor its environment names a store.
  static let noStoreNamed = ConnectionError(Diagnostic.notConnected.description)

  /// The process is connected already, but not as asked.
  static let connectedOtherwise = ConnectionError(
    "this process is connected to a store already, and otherwise than connect asks for: call "
      + "AppStore.connect before anything else of StoreKit, and once")

  static func malformed(
    _ variable: ConnectionVariable, _ text: String, allowed: String
  ) -> ConnectionError {
    ConnectionError("\(variable.rawValue) is '\(text)': it must be \(allowed)")
  }

  /// The sentence for an error of any layer, in the words of the environment's variables.
  init(_ error: any Error) {
    switch error {
    case let error as ConnectionError: self = error
    case let fault as CustomerStoreFault: self.init(fault)
    case let error as LocalClientError: self.init(error)
    case DataFolderError.emptyOption, DataFolderError.noHome:
      self.init("there is no folder for the store: HOME is not set. Name one in SKDEMO_DATA")
    case let fault as TrustedRootsFault: self.init("SKDEMO_TLS_ROOT: \(fault)")
    case let fault as StoreAddressFault: self.init("SKDEMO_STORE: \(fault)")
    case StoreOpeningFault.differentCatalogue:
      self.init(
        "the store sells another catalogue than the named one: import the file with skdemo store "
          + "catalog FILE, name none, or use a folder of its own in SKDEMO_DATA")
    case let fault as FileFault: self.init("\(fault). Name another folder in SKDEMO_DATA")
    case let error as StoreKitError: self.init(error.localizedDescription)
    default: self.init(String(describing: error))
    }
  }

  private init(_ fault: CustomerStoreFault) {
    switch fault {
    case .catalogueUnreadable(let path):
      self.init(
        "the catalogue '\(path)' cannot be read: it is missing, a folder, or not readable for you. "
          + "Name a Products.json or .storekit file")
    case .served(let folder, let address):
      let place = address.map { " at \($0): set SKDEMO_STORE=\($0)" } ?? ": set SKDEMO_STORE to it"
      self.init("the store in \(folder.path) is being served\(place), or end that server")
    case .inUse(let folder):
      self.init("the store in \(folder.path) is in use by a server that starts: try again")
    case .missing(let folder):
      self.init(
        "there is no store in \(folder.path): name the catalogue that a new one sells in "
          + "SKDEMO_CATALOG, or start the program by 'skdemo run --data \(folder.path) -- COMMAND'")
    case .unavailable(let fault, let folder):
      self.init("\(fault). The store is in \(folder.path)")
    }
  }

  private init(_ error: LocalClientError) {
    switch error {
    case .notSignedIn(.local): self.init(StoreFault.unauthorized.description)
    case .notSignedIn(.remote(let address)):
      self.init(
        "this machine is not signed in to \(address): sign in with skdemo sign-in --store "
          + "\(address), or set SKDEMO_ACCOUNT and SKDEMO_PASSWORD")
    case .otherAccount(let kept, let wanted, let address):
      self.init(
        "this machine is signed in to \(address) as \(kept), not as \(wanted): sign in with skdemo "
          + "sign-in --store \(address) --account \(wanted), or set SKDEMO_PASSWORD")
    case .untrustedRoot:
      self.init(
        "this is another store than the one that this machine trusts: its root certificate differs. "
          + "If the operator made the store again, sign out with skdemo sign-out and sign in again")
    case .unreachable(let reason): self.init(StoreFault.unavailable(reason).description)
    case .deviceElsewhere(let name):
      self.init(
        "the device '\(name)' is on another machine, or this one has lost it: set "
          + "SKDEMO_NEW_DEVICE=1 for a new one")
    case .cannotRegister(let cause):
      self.init("a new device needs the store, to be registered; \(ConnectionError(cause))")
    }
  }
}

extension DataFolder {
  /// The folder as a person writes it.
  fileprivate var path: String { url.path }
}
