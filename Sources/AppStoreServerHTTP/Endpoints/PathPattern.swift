import Foundation

/// The path of an endpoint, with parameters in braces: `/inApps/v1/lookup/{orderId}`.
struct PathPattern: Sendable {
  private enum Segment: Sendable {
    case literal(String)
    case parameter(String)
  }

  private let segments: [Segment]

  init(_ text: String) {
    segments = text.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      segment.hasPrefix("{")
        ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
    }
  }

  /// Returns the parameters of a path, as they were sent; `nil` if the path does not match.
  ///
  /// A parameter is not empty. Literals are case-sensitive, as in Apple's service.
  func parameters(of path: [Substring]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, sent) in zip(segments, path) {
      switch segment {
      case .literal(let literal): guard sent == literal else { return nil }
      case .parameter(let name):
        guard !sent.isEmpty else { return nil }
        parameters[name] = String(sent)
      }
    }
    return parameters
  }
}
