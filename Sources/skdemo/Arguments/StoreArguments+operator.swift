import Foundation
import OpenStoreKitConnection
import PrivateFiles
import StoreAPI
import StoreClient
import StoreHTTPClient
import StoreOperatorAPI

extension StoreArguments {
  /// Whether the store is the one in the data folder.
  var isLocal: Bool { (store ?? environment("SKDEMO_STORE")) == nil }

  /// The location of the store, as a person names it.
  var place: String {
    get throws { try address()?.description ?? folder().url.path }
  }

  /// A remote store, for its operator, whose key is in `keyFile`, or in the file that the environment
  /// names.
  ///
  /// - Throws: ``CommandFailure`` if there is no key, or it is not that of the store; the errors of
  ///   `StoreOperator` if the store cannot be reached.
  func storeOperator(of remote: RemoteStore, keyFile: String?) async throws -> any StoreOperator {
    guard let path = keyFile ?? environment("SKDEMO_OPERATOR_KEY_FILE") else {
      throw CommandFailure.malformed(
        "a remote store requires the operator key: name its file with --operator-key-file FILE")
    }
    let storeOperator = remote.http.operator(key: try Self.key(in: path))
    let refusal = CommandFailure(
      code: "unauthorized",
      message:
        "the key in '\(path)' is not the operator key of \(try place): name the file that its "
        + "skdemo serve uses")
    do throws(StoreError) {
      // Sent first, because the same refusal of another command would speak of a device.
      _ = try await storeOperator.perform(.clock)
    } catch {
      throw error == .unauthorized ? refusal : error
    }
    return storeOperator
  }

  private static func key(in path: String) throws -> String {
    try PrivateFile.checkSecret(URL(filePath: path))
    let key = (try? String(contentsOf: URL(filePath: path), encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard let key, !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw CommandFailure(
        code: "operatorKey",
        message: "'\(path)' does not hold an operator key: name the file made by skdemo serve")
    }
    return key
  }
}
