package import Hummingbird

extension Request {
  /// The path as it was sent, without decoding, so that each operation has one path.
  package var literalPath: String {
    guard let target = head.path, target.hasPrefix("/") else { return uri.path }
    return String(target.prefix { $0 != "?" })
  }
}
