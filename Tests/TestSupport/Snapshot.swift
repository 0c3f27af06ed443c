import Foundation
package import Testing

/// Expects `text` to be what the file `Snapshots/NAME.txt` beside the test holds.
///
/// With `RECORD_SNAPSHOTS` in the environment the file is written instead. Such a run fails all
/// the same: a picture that was just recorded has been looked at by nobody.
package func expectSnapshot(
  of text: String, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: filePath).deletingLastPathComponent()
    .appending(components: "Snapshots", "\(name).txt")
  let drawn = text + "\n"
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(drawn.utf8).write(to: file)
    Issue.record("\(name).txt was recorded; look at it", sourceLocation: sourceLocation)
    return
  }
  let recorded = try String(contentsOf: file, encoding: .utf8)
  #expect(drawn == recorded, "\(name).txt shows something else", sourceLocation: sourceLocation)
}
