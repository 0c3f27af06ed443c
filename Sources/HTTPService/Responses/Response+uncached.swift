package import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
  /// A response that is not cached, because it holds for one moment and one caller.
  package static func uncached(
    _ body: Data, as type: String = "application/json", status: HTTPResponse.Status = .ok
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
