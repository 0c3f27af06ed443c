import Foundation
import Glibc
import Testing

@testable import PrivateFiles

/// What somebody has put at the path of a draft or a lock, so that another file is written to.
@Suite struct PlantedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.url.appending(path: "device.json") }
  private var draft: URL { file.appendingPathExtension("draft") }
  private var victim: URL { folder.url.appending(path: "victim") }

  enum Plant: CaseIterable {
    case link, danglingLink, secondName, pipe
  }

  private func plant(_ plant: Plant, at url: URL) throws {
    if plant != .danglingLink { try Data("precious".utf8).write(to: victim) }
    let result =
      switch plant {
      case .link, .danglingLink: symlink(victim.path, url.path)
      case .secondName: link(victim.path, url.path)
      case .pipe: mkfifo(url.path, 0o600)
      }
    try #require(result == 0)
  }

  private func expectVictim(after plant: Plant) {
    let content = try? String(contentsOf: victim, encoding: .utf8)
    #expect(content == (plant == .danglingLink ? nil : "precious"))
  }

  @Test(arguments: Plant.allCases)
  func `a replacement writes to its own draft only`(plant: Plant) throws {
    try self.plant(plant, at: draft)

    try PrivateFile.replace(file, with: Data("new".utf8))

    #expect(try String(contentsOf: file, encoding: .utf8) == "new")
    expectVictim(after: plant)
    #expect(!FileManager.default.fileExists(atPath: draft.path))
  }

  @Test(arguments: Plant.allCases)
  func `a file that is replaced is not a link afterwards`(plant: Plant) throws {
    try self.plant(plant, at: file)

    try PrivateFile.replace(file, with: Data("new".utf8))

    #expect(try String(contentsOf: file, encoding: .utf8) == "new")
    expectVictim(after: plant)
  }

  @Test(arguments: Plant.allCases)
  func `a file that is emptied stays the same file`(plant: Plant) throws {
    try self.plant(plant, at: draft)

    try PrivateFile.makeEmpty(draft)

    #expect(try Data(contentsOf: draft).isEmpty)
    expectVictim(after: plant)
  }

  @Test(arguments: Plant.allCases)
  func `a lock is never made at the end of a link`(plant: Plant) throws {
    try self.plant(plant, at: draft)

    let lock = try FileLock(draft)
    close(try PrivateFile.openForWriting(draft))

    expectVictim(after: plant)
    lock.release()
  }

  @Test(arguments: Plant.allCases)
  func `a new file never replaces anything`(plant: Plant) throws {
    try self.plant(plant, at: file)

    #expect(throws: FileError.self) { try PrivateFile.write(Data("new".utf8), to: file) }
    _ = try? PrivateFile.make(file)

    expectVictim(after: plant)
  }

  @Test func `a folder where a draft belongs is an error that names it`() throws {
    try PrivateFile.makeFolder(draft)

    let error = #expect(throws: FileError.self) {
      try PrivateFile.replace(file, with: Data("new".utf8))
    }

    #expect(error?.description.contains(draft.path) == true)
  }

  @Test func `a pipe is not a file to read from`() throws {
    try plant(.pipe, at: file)

    #expect(throws: FileError.self) { try PrivateFile.read(file) }
    #expect(try PrivateFile.read(draft) == nil)
  }
}
