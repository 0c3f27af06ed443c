package import AppStoreServerAPI
import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
package import StoreEngine
import StoreHTTPClient

/// Sends notifications over HTTP or HTTPS.
///
/// Each attempt opens its own connection to a checked address, and takes at most ``timeout``.
/// Redirects are not followed, and the body of a response is not read.
package struct HTTPNotificationTransport: NotificationTransport {
  private let timeout: Duration

  /// The longest time of an attempt.
  package static let timeout: Duration = .seconds(5)

  package init(timeout: Duration = HTTPNotificationTransport.timeout) { self.timeout = timeout }

  package func post(
    _ body: Data, to destination: NotificationDestination
  ) async -> SendAttemptResult {
    let deadline = NIODeadline.now() + TimeAmount(timeout)
    let host = destination.url.host
    let addresses = await HostAddresses.resolved(host, within: timeout)
    guard let addresses else { return .timedOut }
    var result = SendAttemptResult.other
    for address in destination.allowed(addresses).prefix(Self.addressLimit) {
      let attempt = await post(body, to: destination.url, at: address, deadline)
      result = attempt.result
      guard !attempt.wasConnected else { break }
    }
    return result
  }

  /// The maximum number of addresses to try, because a host may not listen at all of its addresses.
  private static let addressLimit = 4

  /// Posts the body to one address of the host.
  ///
  /// - Returns: The result, and whether there was a connection.
  private func post(
    _ body: Data, to url: NotificationURL, at address: String, _ deadline: NIODeadline
  ) async -> (result: SendAttemptResult, wasConnected: Bool) {
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: configuration(for: url, at: address))
    let answer: Result<SendAttemptResult, any Error>
    do {
      let response = try await client.execute(request(body, to: url.url), deadline: deadline)
      answer = .success(
        SendAttemptResult(
          status: Int(response.status.code), location: response.headers.first(name: "location"),
          from: url.url))
    } catch {
      answer = .failure(error)
    }
    // Closes the connection without reading the body.
    try? await client.shutdown()
    switch answer {
    case .success(let result): return (result, true)
    case .failure(let error):
      let failure = SendFailure(error)
      return (failure.result, failure.wasConnected)
    }
  }

  private func request(_ body: Data, to url: URL) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: url.absoluteString)
    request.method = .POST
    request.headers = ["content-type": "application/json", "user-agent": "App Store Server"]
    request.body = .bytes(ByteBuffer(data: body))
    return request
  }

  private func configuration(
    for url: NotificationURL, at address: String
  ) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(timeout), read: TimeAmount(timeout)))
    // The client connects only to the checked address, whatever the name resolves to now. It looks
    // up the name as the URL spells it.
    configuration.dnsOverride[url.host] = address
    if let name = url.url.host(percentEncoded: false) { configuration.dnsOverride[name] = address }
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.httpVersion = .http1Only
    configuration.refuseUnknownStatuses()
    return configuration
  }
}
