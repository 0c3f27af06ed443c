package import AppStorePayloads
package import Foundation
package import StoreAPI
package import StoreClient
import StoreEngine
package import StoreHTTPClient

/// The settings of the store that a process uses as its customer.
package struct CustomerStoreSettings: Hashable, Sendable {
  /// The folder of this machine's store, and of this machine's files as a client of every store.
  package var folder: DataFolder
  /// The remote store; `nil` for the one in the folder.
  package var address: StoreAddress?
  /// The file of the certificates that sign a remote store's certificate; `nil` for the system's.
  package var tlsRoot: String?
  /// The file of the catalogue that a new store gets, and an existing one must have.
  package var catalogue: String?
  /// Whether an existing store adopts the file's catalogue.
  package var importsCatalogue = false
  /// The environment that a new store gets, and an existing one must have; `nil` for a sandbox, and
  /// for any existing store.
  package var environment: StoreEnvironment?
  /// The seed for the numbers and IDs of a new store.
  package var seed: UInt64?
  /// The maximum time since its last use for which a store in the folder follows this machine's
  /// clock without its operator's consent, in seconds.
  package var clockBound = TimeInterval(ClockLimits.standardDays * 86_400)
  /// The account at the store of this machine, which is made at first use.
  package var localAccount: String?

  package init(folder: DataFolder, address: StoreAddress? = nil) {
    self.folder = folder
    self.address = address
  }
}

/// The error if a customer's store cannot be used.
package enum CustomerStoreError: Error, Hashable, Sendable {
  /// The file of the catalogue cannot be read.
  case catalogueUnreadable(path: String)
  /// A server is using the store; `at` is its address, if it is known.
  case served(DataFolder, at: String?)
  /// Another process uses the store that a server needs for itself.
  case inUse(DataFolder)
  /// There is no store, and no catalogue to make one from.
  case missing(DataFolder)
  /// A restore into the folder has not finished, so its store is incomplete.
  case halfRestored(DataFolder)
  /// The database cannot be read or written.
  case unavailable(StoreError, in: DataFolder)
}

extension DataFolder {
  /// The advice for a folder with an incomplete restored store.
  package var halfRestoredSentence: String {
    "the restore of a store into \(url.path) was interrupted, so the store is incomplete: run skdemo "
      + "store restore FILE --into \(url.path) again, or use another folder"
  }
}
