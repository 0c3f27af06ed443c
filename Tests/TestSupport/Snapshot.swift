// The benchmarks are linked with Swift's static library, which has no Testing.
#if canImport(Testing)
import Foundation
package import Testing

/// Expects `text` to equal the file `Snapshots/NAME.TYPE` beside the test.
///
/// If `RECORD_SNAPSHOTS` is set in the environment, writes the file instead. The test fails even
/// so, because nobody has reviewed the new file.
package func expectSnapshot(
  of text: String, named name: String, type: String = "txt", in folder: String = "Snapshots",
  filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: filePath).deletingLastPathComponent()
    .appending(path: folder).appending(component: "\(name).\(type)").standardizedFileURL
  let drawn = text + "\n"
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(drawn.utf8).write(to: file)
    Issue.record("\(name).\(type) was recorded; look at it", sourceLocation: sourceLocation)
    return
  }
  let recorded = try String(contentsOf: file, encoding: .utf8)
  #expect(drawn == recorded, "\(name).\(type) shows something else", sourceLocation: sourceLocation)
}
#endif
