import Foundation
import StoreAPI
package import StoreClient
package import StoreHTTPClient

extension StoreAddress {
  /// The warning before passwords are sent to an address that ``isExposed``.
  package var exposureWarning: String {
    "\(self) uses plain HTTP, so others on the network can read passwords and tokens: use https"
  }
}

/// A remote store, over HTTP.
package struct RemoteStore: Sendable {
  package let http: HTTPStore
  private let folder: DataFolder
  private let name: FolderName

  /// Sends no request yet.
  ///
  /// - Throws: `TrustedRootsError` if the file of the settings' `tlsRoot` holds no certificates,
  ///   `StoreError.invalidName` if no folder can have the host's name.
  package init(_ address: StoreAddress, _ settings: CustomerStoreSettings) throws {
    var connection = HTTPStore.Settings.usual
    connection.roots = try settings.tlsRoot.map { try TrustedRoots(URL(filePath: $0)) }
    http = HTTPStore(address, connection)
    folder = settings.folder
    name = try FolderName(host: address.host, port: address.port)
  }

  /// This machine as a client of the store.
  package var client: LocalClient {
    LocalClient(
      folder: folder.client(of: name, by: http.address.scheme == .https ? "https" : "http"),
      claiming: folder.unclaimedClient(of: name),
      connection: .remote(http.accounts, address: http.address.description))
  }
}
