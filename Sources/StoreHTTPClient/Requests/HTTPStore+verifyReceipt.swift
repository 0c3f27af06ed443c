package import AppStorePayloads
import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
package import StoreAPI

extension HTTPStore {
  /// Sends a request to Apple's endpoint verifyReceipt, as an app's server does.
  ///
  /// - Parameters:
  ///   - body: The receipt and the shared secret, in JSON.
  ///   - environment: The environment of the receipt.
  /// - Returns: The body of the response, in JSON.
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if the server does not respond, or the status
  ///   is not 200.
  package func verifyReceipt(
    _ body: Data, in environment: StoreEnvironment
  ) async throws(StoreError) -> Data {
    var head = HTTPClientRequest(url: "\(address)\(environment.verifyReceiptPath)")
    head.method = .POST
    head.headers.add(name: "content-type", value: "application/json")
    let request = ClientRequest(
      operation: "verifyReceipt", head: head, body: ByteBuffer(data: body))
    return try await repeating(isRepeatable: true, onLoss: {}) { await attempt(request, send) }
  }

  private func send(_ request: HTTPClientRequest) async throws -> ClientResponse.Outcome<Data> {
    let timeout = TimeAmount(settings.answerTimeout)
    let response = try await collected(client.execute(request, timeout: timeout))
    guard response.status == 200 else {
      throw RequestFailure(kind: .final, reason: "it responded with the status \(response.status)")
    }
    return .answer(response.body)
  }
}
