import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTPClient

// The errors of all layers, worded in terms of the environment variables.
extension ConnectionError {
  /// The code and the sentence for an error of any layer.
  init(_ error: any Error) {
    switch error {
    case let error as ConnectionError: self = error
    case let error as CustomerStoreError: self.init(error)
    case let error as LocalClientError: self.init(error)
    case let error as StoreOpeningError: self.init(error)
    case let error as StoreError: self.init(Code(error), error.description)
    case is DataFolderError:
      self.init(
        .invalidEnvironment,
        "the store has no folder, because HOME is not set: name one in SKDEMO_DATA")
    case let error as TrustedRootsError:
      self.init(.invalidEnvironment, "SKDEMO_TLS_ROOT: \(error)")
    case let error as StoreAddressError: self.init(.invalidEnvironment, "SKDEMO_STORE: \(error)")
    case let error as CatalogueError: self.init(.invalidConfiguration, "\(error)")
    case let error as FileError:
      self.init(.storeUnavailable, "\(error). Name another folder in SKDEMO_DATA")
    case is DeviceStoreError, is AuthorityError: self.init(.storeUnavailable, "\(error)")
    case let error as StoreKitError: self.init(.unknown, error.localizedDescription)
    default: self.init(.unknown, error.sentence)
    }
  }

  private init(_ error: CustomerStoreError) {
    switch error {
    case .catalogueUnreadable(let path):
      self.init(
        .invalidConfiguration,
        "the catalogue '\(path)' cannot be read: it is missing, not a regular file, or you may not "
          + "read it. Name a Products.json or .storekit file")
    case .served(let folder, let address):
      let place = address.map { " at \($0): set SKDEMO_STORE=\($0)" } ?? ": set SKDEMO_STORE to it"
      self.init(
        .storeInUse, "the store in \(folder.path) is being served\(place), or end that server")
    case .inUse(let folder):
      self.init(
        .storeInUse, "the store in \(folder.path) is in use by a server that is starting: try again"
      )
    case .missing(let folder):
      self.init(
        .storeNotFound,
        "there is no store in \(folder.path): name the catalogue of a new store in "
          + "SKDEMO_CATALOG, or start the program with 'skdemo run --data \(folder.path) -- COMMAND'"
      )
    case .halfRestored(let folder):
      self.init(.storeUnavailable, folder.halfRestoredSentence)
    case .unavailable(let error, let folder):
      self.init(Code(error), "\(error). The store is in \(folder.path)")
    }
  }

  private init(_ error: LocalClientError) {
    switch error {
    case .notSignedIn(.local): self.init(.notSignedIn, StoreError.unauthorized.description)
    case .notSignedIn(.remote(let address)):
      self.init(
        .notSignedIn,
        "this machine is not signed in to \(address): sign in with skdemo sign-in --store "
          + "\(address), or set SKDEMO_ACCOUNT and SKDEMO_PASSWORD")
    case .otherAccount(let kept, let wanted, let address):
      self.init(
        .notSignedIn,
        "this machine is signed in to \(address) as \(kept), not as \(wanted): sign in with skdemo "
          + "sign-in --store \(address) --account \(wanted), or set SKDEMO_PASSWORD")
    case .accountOfOthers(let name):
      self.init(
        .notSignedIn,
        "somebody has signed up for the account '\(name)' of this store, so this machine does not "
          + "use it: take it over, with its purchases, with skdemo store account password \(name) "
          + "--sign-out-devices, or set SKDEMO_ACCOUNT to another name")
    case .untrustedRoot:
      self.init(
        .untrustedStore,
        "this store's root certificate is not the one that this machine trusts. "
          + "If the operator made a new store, sign out with skdemo sign-out and sign in again")
    case .unreachable(let reason):
      self.init(.storeUnavailable, StoreError.unavailable(reason: reason).description)
    case .deviceElsewhere(let name):
      self.init(
        .unknownDevice,
        "the device '\(name)' is on another machine, or this one has lost it: set "
          + "SKDEMO_NEW_DEVICE=1 for a new one")
    case .passwordChanged(let reason):
      self.init(
        .notSignedIn,
        "the account's password was changed, but this machine could not save its new sign-in: "
          + "\(reason). Sign in again with the new password")
    case .cannotRegister(let cause):
      let cause = ConnectionError(cause)
      self.init(
        cause.code, "a new device must be registered with the store, but \(cause)")
    }
  }

  private init(_ error: StoreOpeningError) {
    switch error {
    case .differentCatalogue:
      self.init(
        .otherConfiguration,
        "the store sells a different catalogue: import the file with skdemo store catalog FILE, name no "
          + "catalogue, or name another folder in SKDEMO_DATA")
    case .error(let error): self.init(Code(error), error.description)
    case .differentEnvironment, .differentRoot, .clockOutsideCertificates:
      self.init(.storeUnavailable, error.description)
    case .unknownStorefront: self.init(.invalidConfiguration, error.description)
    }
  }
}

extension ConnectionError.Code {
  /// The code for an error of a store.
  fileprivate init(_ error: StoreError) {
    switch error {
    case .unavailable, .clockNotAccepted, .certificatesNotValid: self = .storeUnavailable
    case .unauthorized, .signInRefused, .tooManyAttempts: self = .notSignedIn
    case .unknownDevice: self = .unknownDevice
    case .invalidName, .invalidPassword: self = .invalidEnvironment
    case .invalidCatalogue, .unknownStorefront: self = .invalidConfiguration
    default: self = .unknown
    }
  }
}

extension DataFolder {
  /// The folder as a person writes it.
  fileprivate var path: String { url.path }
}
