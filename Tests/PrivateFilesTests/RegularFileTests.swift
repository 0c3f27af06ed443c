import Foundation
import Glibc
import PrivateFiles
import Testing

/// The kinds of paths that a person can name as a file.
@Suite struct RegularFileTests {
  private let folder: TemporaryFolder
  private var file: URL { folder.url.appending(path: "file") }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file and a link to it are read, up to a limit`() throws {
    try Data("contents".utf8).write(to: file)
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)

    #expect(try RegularFile.contents(of: link) == Data("contents".utf8))
    #expect(try RegularFile.contents(of: file, upTo: 3) == Data("con".utf8))
  }

  @Test func `a pipe, a folder and a device are refused without waiting`() throws {
    #expect(mkfifo(file.path, 0o600) == 0)

    for (url, kind) in [
      (file, "pipe"), (folder.url, "folder"), (URL(filePath: "/dev/zero"), "device"),
    ] {
      #expect(throws: FileError(url, "reading", reason: "it is a \(kind), not a file")) {
        try RegularFile.contents(of: url)
      }
    }
  }

  @Test func `a missing file is named`() {
    #expect(throws: FileError(file, "opening", reason: "No such file or directory")) {
      try RegularFile.check(file)
    }
  }
}
