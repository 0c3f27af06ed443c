import Foundation
import StoreAPI
import StoreClient

// The failures of this machine as a client of a store.
extension CommandFailure {
  init(_ error: LocalClientError) {
    switch error {
    case .notSignedIn(.local): self.init(StoreError.unauthorized)
    case .notSignedIn(.remote(let address)):
      self.init(
        code: "notSignedIn",
        message: """
          this machine is not signed in to \(address): sign in with \
          skdemo sign-in --store \(address), with --create for a new account
          """)
    case .otherAccount(let kept, let wanted, let address):
      self.init(
        code: "otherAccount",
        message: """
          this machine is signed in to \(address) as \(kept), not as \(wanted): sign in with \
          skdemo sign-in --store \(address) --account \(wanted)
          """)
    case .accountOfOthers(let name):
      self.init(
        code: "accountOfOthers",
        message: """
          somebody signed up for the account '\(name)' of this store, so this machine does not use \
          it: make it yours, with what was bought in it, by \
          skdemo store account password \(name) --sign-out-devices
          """)
    case .untrustedRoot: self = .anotherRoot
    case .unreachable(let reason): self.init(StoreError.unavailable(reason: reason))
    case .deviceElsewhere(let name):
      self.init(
        code: "deviceElsewhere",
        message: """
          the device '\(name)' is on another machine, or this one has lost it: make another with \
          --new-device
          """)
    case .passwordChanged(let reason):
      self.init(
        code: "passwordChanged",
        message: """
          the password was changed, but this machine could not keep its new sign-in: \(reason). Then \
          sign in with the new password
          """)
    case .cannotRegister(let cause):
      self.init(cause)
      message = "a new device needs the store, to be registered; \(message)"
    }
  }

  private static let anotherRoot = CommandFailure(
    code: "anotherRoot",
    message: """
      this is another store than the one that this machine trusts: its root certificate differs. \
      Nothing of its answer was kept. If the operator made the store again, forget the old one with \
      skdemo sign-out and sign in again, or get the root certificate from the operator and sign in \
      with --trusted-root FILE. Otherwise someone stands between you and the store
      """)

  init(_ error: DataFolderError) {
    switch error {
    case .emptyOption:
      self = .malformed("--data names no folder: say which, as in --data DIR")
    case .noHome:
      self.init(
        code: "noDataFolder",
        message: "there is no folder for the store: HOME is not set. Name one with --data DIR")
    }
  }

  init(_ error: OperatorKeyError) {
    self.init(
      code: "operatorKey",
      message: """
        \(error.file.path) holds no operator key: at least 16 letters, digits or signs without a \
        space. Remove the file, and a new key is made
        """)
  }
}
