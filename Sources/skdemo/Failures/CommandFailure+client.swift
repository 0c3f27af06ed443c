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
          somebody has signed up for the account '\(name)' of this store, so this machine does not \
          use it: take it over, with its purchases, with \
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
          the password was changed, but this machine could not save its new sign-in: \(reason). Sign \
          in again with the new password
          """)
    case .cannotRegister(let cause):
      self.init(cause)
      let context = "a new device must be registered with the store"
      message = "\(context), but \(message)"
      localMessage = localMessage.map { "\(context), but \($0)" }
    }
  }

  private static let anotherRoot = CommandFailure(
    code: "anotherRoot",
    message: """
      this store's root certificate is not the one that this machine trusts, and its answer was \
      ignored. If the operator made a new store, forget the old one with skdemo sign-out and sign in \
      again, or get the root certificate from the operator and sign in with --trusted-root FILE. \
      Otherwise someone may be intercepting the connection
      """)

  init(_ error: DataFolderError) {
    switch error {
    case .emptyOption:
      self = .malformed("--data needs a folder: name one, as in --data DIR")
    case .noHome:
      self.init(
        code: "noDataFolder",
        message: "the store has no folder, because HOME is not set: name one with --data DIR")
    }
  }

  init(_ error: OperatorKeyError) {
    self.init(
      code: "operatorKey",
      message: """
        \(error.file.path) does not hold an operator key, which has at least 16 characters and no \
        spaces: remove the file, and a new key is made
        """)
  }
}
