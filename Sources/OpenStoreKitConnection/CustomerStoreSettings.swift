package import Foundation
package import StoreAPI
package import StoreClient
import StoreEngine
package import StoreHTTPClient

/// Which store a process uses as its customer.
package struct CustomerStoreSettings: Hashable, Sendable {
  /// Holds the store of this machine, and this machine's files as a client of every store.
  package var folder: DataFolder
  /// The remote store; `nil` for the one in the folder.
  package var address: StoreAddress?
  /// The file of the certificates that sign a remote store's; `nil` for the system's.
  package var tlsRoot: String?
  /// The file of what a new store sells, and an existing one must sell.
  package var catalogue: String?
  /// Whether an existing store sells from now on what the file lists.
  package var importsCatalogue = false
  /// For the numbers and IDs of a new store.
  package var seed: UInt64?
  /// The longest time since the last use after which a store in the folder follows this machine's clock
  /// without its operator, in seconds.
  package var clockBound = TimeInterval(ClockLimits.standardDays * 86_400)
  /// The account at the store of this machine, which is made at first use.
  package var localAccount: String?

  package init(folder: DataFolder, address: StoreAddress? = nil) {
    self.folder = folder
    self.address = address
  }
}

/// Why the store of a customer cannot be used.
package enum CustomerStoreError: Error, Hashable, Sendable {
  /// The file of the catalogue cannot be read.
  case catalogueUnreadable(path: String)
  /// A server has the store; `at` is its address, if it is known.
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
  /// What to do about a folder with an incomplete restored store.
  package var halfRestoredSentence: String {
    "the restore of a store into \(url.path) was interrupted, so the store is incomplete: run skdemo "
      + "store restore FILE --into \(url.path) again, or use another folder"
  }
}
