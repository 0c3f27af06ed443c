import Foundation
import NIOCore
import StoreAPI
import StoreHTTP
import StoreHTTPServer
import StoreOperatorAPI
import TestSupport
import Testing

/// How large a body each kind of caller may send.
@Suite(.hangLimit) struct BodySizeTests {
  /// A request that its caller may send, and the bound of its body.
  struct Sender: Sendable {
    var caller: Caller
    var path: String
    var body: String
    var bound: Int
    /// The status of a request with a body of the bound's size.
    var status = 200
  }

  /// The bound of those who have a token; of it nobody has less than 8 KiB.
  private static let bodySize = 20_000

  static let senders = [
    Sender(
      caller: .anyone, path: "/v1/sign-in", body: #"{"account":"a","password":"correct horse"}"#,
      bound: 8_192, status: 401),
    Sender(
      caller: .signIn, path: "/v1/devices",
      body: #"{"device":"laptop","token":"\#(DeviceToken.random().string)"}"#, bound: bodySize),
    Sender(
      caller: .device, path: "/v1/purchases/settle", body: #"{"key":"\#(UUID())"}"#,
      bound: bodySize),
    Sender(
      caller: .operator, path: "/v1/operator", body: #"{"clock":{}}"#,
      bound: OperatorCommand.sizeLimit),
  ]

  @Test(arguments: senders)
  func `a body may be as large as its sender's bound, and not one byte larger`(
    sender: Sender
  ) async throws {
    try await ServedStoreFixture.run(limits: .with { $0.bodySize = Self.bodySize }) { served in
      let token = try await served.token(of: sender.caller)
      for isChunked in [false, true] {
        let fitting = try await served.send(sender, sender.bound, isChunked, token)
        let larger = try await served.send(sender, sender.bound + 1, isChunked, token)

        #expect(fitting.status == sender.status, "\(fitting.text.prefix(500))")
        #expect(larger.status == 413)
        #expect(larger.code == "tooLarge")
      }
    }
  }

  @Test func `every kind of caller has a sender`() {
    #expect(Set(Self.senders.map(\.caller)) == Set(Caller.allCases))
  }
}

extension ServedStoreFixture {
  fileprivate func token(of caller: Caller) async throws -> String? {
    switch caller {
    case .anyone: nil
    case .signIn: store.signIn.token
    case .device: try await register("watch").token
    case .operator: Self.operatorKey
    }
  }

  /// Sends a body that spaces make `size` bytes large.
  fileprivate func send(
    _ sender: BodySizeTests.Sender, _ size: Int, _ isChunked: Bool, _ token: String?
  ) async throws -> RawClient.Response {
    let spaces = String(repeating: " ", count: size - sender.body.utf8.count)
    let length =
      isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(size)"
    let lines =
      ["POST \(sender.path) HTTP/1.1", "Host: localhost", "Content-Type: application/json", length]
      + RawClient.instance + (token.map { ["Authorization: Bearer \($0)"] } ?? []) + ["", ""]
    let head = lines.joined(separator: "\r\n")
    let chunks = isChunked ? Self.chunks(spaces) + Self.chunks(sender.body) : [spaces, sender.body]
    let parts = [head] + chunks + (isChunked ? ["0\r\n\r\n"] : [])
    return try await client.send(
      AsyncStream(parts.map { ByteBuffer(string: $0) }), until: RawClient.Response.isComplete)
  }

  private static func chunks(_ text: String) -> [String] {
    [String(text.utf8.count, radix: 16) + "\r\n", text, "\r\n"]
  }
}
