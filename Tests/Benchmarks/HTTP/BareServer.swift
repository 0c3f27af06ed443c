import Foundation
import Hummingbird
import NIOCore

/// A minimal Hummingbird server: one route, which always answers with the same bytes.
enum BareServer {
  static func run(answering bytes: Int) async throws {
    let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
    let router = Router()
    router.get("/") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: body))
    }
    let application = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: 0), backlog: 4_096),
      onServerRunning: { channel in
        let line = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
      })
    try await application.runService()
  }
}
