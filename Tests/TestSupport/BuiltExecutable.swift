package import Foundation

/// An executable of this package, built with the tests.
package enum BuiltExecutable {
  /// - Throws: ``FixtureError`` if the test target does not depend on it.
  package static func url(_ name: String) throws -> URL {
    // On Linux the test bundle is itself the executable that runs.
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let url = folder.appending(path: name)
    let path = url.path(percentEncoded: false)
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw FixtureError(text: "\(path) is not built")
    }
    return url
  }
}
