import AppStorePayloads
import DemoApp
import Foundation
import PrivateFiles
import StoreHTTPClient

/// The app's server of a remote store, with the store's shared secret.
struct RemoteReceiptServer: ReceiptServer {
  private let store: HTTPStore
  private let environment: StoreEnvironment
  private let sharedSecret: String

  /// Reads the secret from a file that nobody else can read.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - environment: Its environment.
  ///   - path: The file.
  /// - Throws: `ExposedFileError` if another user can read it, and ``CommandFailure`` if it cannot be
  ///   read or is empty.
  init(_ store: HTTPStore, in environment: StoreEnvironment, secretPath path: String) throws {
    let file = URL(filePath: path)
    try PrivateFile.checkSecret(file)
    let text = try? String(contentsOf: file, encoding: .utf8)
    sharedSecret = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    self.store = store
    self.environment = environment
    guard sharedSecret.isEmpty else { return }
    throw CommandFailure(
      code: "sharedSecret",
      message: """
        '\(path)' does not hold a shared secret: save the output of skdemo store shared-secret in it
        """)
  }

  func verifyReceipt(_ receipt: Data) async throws -> Data {
    let fields = ["receipt-data": receipt.base64EncodedString(), "password": sharedSecret]
    return try await store.verifyReceipt(JSONEncoder().encode(fields), in: environment)
  }
}
