import Foundation
import StoreAPI
import StoreClient
import StoreHTTP

/// A remote store, over HTTP.
struct RemoteStore {
  let http: HTTPStore
  private let folder: DataFolder

  /// Sends no request yet.
  ///
  /// It warns if passwords would travel over plain HTTP.
  ///
  /// - Throws: ``CommandFailure`` if a folder or an option cannot be used, `TrustedRootsFault` if the
  ///   file of `--tls-root` holds no certificates.
  static func open(_ address: StoreAddress, _ options: StoreOptions) throws -> RemoteStore {
    guard options.seed == nil else {
      throw CommandFailure.malformed("--seed is for making a store: give it to skdemo serve")
    }
    if address.isExposed {
      Prompt.write(
        """
        skdemo: \(address) is plain HTTP: passwords and tokens can be read on the way to it. \
        Use https\n
        """)
    }
    let roots = try options.tlsRoot.map { try TrustedRoots(URL(filePath: $0)) }
    return RemoteStore(
      http: HTTPStore(address, HTTPStore.Settings(roots: roots)), folder: try options.folder())
  }

  /// This machine as a client of the store.
  var client: LocalClient {
    LocalClient(
      folder: folder.client(of: http.address.folderName),
      connection: .remote(http.accounts, address: http.address.description))
  }
}
