import Foundation
import StoreAPI
import StoreHTTP

/// A store that is reached over HTTP.
struct RemoteStore {
  let http: HTTPStore
  private let folder: DataFolder

  /// Nothing is asked of the store yet; whoever would send secrets in the open is told so.
  ///
  /// - Throws: ``CommandFailure`` for a folder or an option that cannot be used,
  ///   `TrustedRootsFault` for a `--tls-root` that holds no certificates.
  static func open(_ address: StoreAddress, _ options: StoreOptions) throws -> RemoteStore {
    guard options.seed == nil else {
      throw CommandFailure(
        code: "malformed", message: "--seed is for where a store is made, with skdemo serve",
        exit: .malformed)
    }
    if address.isExposed {
      FileHandle.standardError.write(
        Data(
          """
          skdemo: \(address) is plain HTTP: passwords and tokens can be read on the way to it. \
          Use https\n
          """.utf8))
    }
    let roots = try options.tlsRoot.map { try TrustedRoots(URL(filePath: $0)) }
    return RemoteStore(
      http: HTTPStore(address, HTTPStore.Settings(roots: roots)), folder: try options.folder())
  }

  /// This machine as the store's customer.
  var machine: LocalClient {
    LocalClient(
      folder: folder.customer(of: http.address), door: .elsewhere(http.address, http.accounts))
  }
}

extension DataFolder {
  /// This machine as a customer of a store elsewhere.
  func customer(of address: StoreAddress) -> URL {
    url.appending(path: "stores").appending(
      path: address.folderName, directoryHint: .isDirectory)
  }
}
