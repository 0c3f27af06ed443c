import AppStorePayloads
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StoreAPI
import StoreHTTP

/// One request with its connection.
struct RequestContext: Sendable {
  let request: Request
  /// The connection on which it came.
  let channel: any Channel
  /// The ID of the request in the log and in the response's header `X-Request-ID`.
  let id: String
  /// The network address of the client, even if the request comes through a trusted proxy.
  let address: String

  /// The token of the header `Authorization: Bearer TOKEN`.
  ///
  /// - Throws: ``StoreAPI/StoreError/unauthorized`` if there is none.
  func token() throws(StoreError) -> String {
    guard let header = request.headers[.authorization] else { throw .unauthorized }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .unauthorized }
    return String(parts[1])
  }

  /// Stands for the token in tables, which then hold no secret.
  func tokenDigest() throws(StoreError) -> SHA256Digest {
    SHA256.hash(data: Data(try token().utf8))
  }

  /// The running app of the header ``StoreHTTP/DeviceEndpoints/instanceHeader``.
  func instance() throws(RequestError) -> InstanceID {
    guard let name = HTTPField.Name(DeviceEndpoints.instanceHeader),
      let text = request.headers[name], let uuid = UUID(uuidString: text)
    else {
      throw RequestError(
        .malformed, "name the running app in the header \(DeviceEndpoints.instanceHeader): a UUID")
    }
    return InstanceID(uuid)
  }
}
