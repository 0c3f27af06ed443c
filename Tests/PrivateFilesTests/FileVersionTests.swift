import Foundation
import PrivateFiles
import Testing

@Suite struct FileVersionTests {
  private let folder: TemporaryFolder
  private var file: URL { folder.url.appending(path: "file") }

  init() throws {
    folder = try TemporaryFolder()
    try PrivateFile.replace(file, with: Data("one".utf8))
  }

  @Test func `a file is the same until another takes its place`() throws {
    let version = try #require(try FileVersion(file))
    #expect(try version.contents() == Data("one".utf8))
    #expect(version.isCurrent)

    try PrivateFile.replace(file, with: Data("two".utf8))

    #expect(!version.isCurrent)
  }

  @Test func `a quick replacement by a file of the same size is another version`() throws {
    for number in 100..<200 {
      let version = try #require(try FileVersion(file))
      // The version holds its file open, so that no new file gets the same inode number.
      for digit in 0...1 {
        try PrivateFile.replace(file, with: Data("\(number + digit)".utf8), durability: .volatile)
      }
      #expect(!version.isCurrent)
    }
  }

  @Test func `a file that was removed, or written into, is not the same`() throws {
    let version = try #require(try FileVersion(file))
    try Data("longer".utf8).write(to: file)
    #expect(!version.isCurrent)

    let second = try #require(try FileVersion(file))
    try FileManager.default.removeItem(at: file)
    #expect(!second.isCurrent)
    #expect(try FileVersion(file) == nil)
  }

  @Test func `a folder has nothing to read`() throws {
    #expect(throws: FileError(folder.url, "opening", reason: "it is not a regular file")) {
      try FileVersion(folder.url)
    }
  }
}
