package import Foundation

/// The folder with this machine's store, and with its files as a client of each store.
package struct DataFolder: Hashable, Sendable {
  package let url: URL

  /// The folder at this place.
  package init(url: URL) { self.url = url }

  /// Chooses the folder: the option, else `SKDEMO_DATA`, else `skdemo` in the XDG data folder.
  ///
  /// An environment variable without text counts as missing.
  ///
  /// - Throws: ``DataFolderError``.
  package init(option: String?, environment: [String: String]) throws(DataFolderError) {
    guard option != "" else { throw .emptyOption }
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let path = option ?? value("SKDEMO_DATA") {
      url = URL(filePath: path, directoryHint: .isDirectory)
    } else if let data = value("XDG_DATA_HOME"), data.hasPrefix("/") {
      url = URL(filePath: data).appending(path: "skdemo", directoryHint: .isDirectory)
    } else if let home = value("HOME") {
      url = URL(filePath: home).appending(path: ".local/share/skdemo", directoryHint: .isDirectory)
    } else {
      throw .noHome
    }
  }

  /// The local store's database.
  package var database: URL { url.appending(path: "store.sqlite") }

  /// The local store's keys and certificates.
  package var authority: URL { url.folder("authority") }

  /// This machine's files as a client of the local store.
  package var client: URL { stores.folder("local") }

  /// The same for an account of the local store that a program names.
  package func client(of account: FolderName) -> URL { client.folder("accounts", account) }

  /// This machine's files as a client of a remote store that answers by this scheme.
  ///
  /// A token that was made over https is not in the folder that http uses.
  package func client(of store: FolderName, by scheme: FolderName) -> URL {
    stores.folder(scheme, store)
  }

  /// The files that an earlier version had for a remote store, whatever its scheme was.
  package func unclaimedClient(of store: FolderName) -> URL { stores.folder(store) }

  private var stores: URL { url.folder("stores") }
}

/// The reason why there is no data folder.
package enum DataFolderError: Error, Hashable, Sendable {
  /// The option has no text.
  case emptyOption
  /// Neither the option nor the environment names a folder.
  case noHome
}
