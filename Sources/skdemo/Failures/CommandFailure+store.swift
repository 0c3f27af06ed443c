import Foundation
import OpenStoreKitConnection
import StoreAPI
import StoreClient

// The failures of opening a store.
extension CommandFailure {
  init(_ error: CustomerStoreError) {
    switch error {
    case .catalogueUnreadable(let path):
      self.init(
        code: "catalogue",
        message: "the catalogue '\(path)' cannot be read: it is missing, not a regular file, or "
          + "you may not read it. Name a Products.json or .storekit file with --catalog FILE")
    case .served(let folder, let address):
      let place = address.map { " at \($0): use it with --store \($0), or end that server" }
      self.init(
        code: "storeServed",
        message: "the store in \(folder.url.path) is being served"
          + (place ?? ": use it with --store URL, or end that server"))
    case .inUse(let folder):
      self.init(
        code: "storeInUse",
        message: "the store in \(folder.url.path) is in use by another program, perhaps an open "
          + "storefront: end that program, then serve the store")
    case .missing(let folder):
      self.init(
        code: "noStore",
        message:
          "there is no store in \(folder.url.path): name its folder with --data DIR, or make a new "
          + "store there with skdemo status --data \(folder.url.path)")
    case .halfRestored(let folder):
      self.init(code: "halfRestored", message: folder.halfRestoredSentence)
    case .unavailable(let error, let folder):
      self.init(error)
      guard exit == .unreachable else { return }
      message += ". The store is in \(folder.url.path(percentEncoded: false))"
    }
  }
}
