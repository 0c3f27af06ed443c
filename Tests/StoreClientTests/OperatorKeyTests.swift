import Foundation
import PrivateFiles
import StoreClient
import TestSupport
import Testing

@Suite struct OperatorKeyTests {
  @Test(arguments: [
    ("0123456789abcdef", true), ("  0123456789abcdef\n", true), ("0123456789abcde", false),
    ("0123456789 abcdef", false), ("0123456789äbcdef", false), ("", false),
  ])
  func `a key has at least 16 ASCII characters and no space`(text: String, isKey: Bool) {
    #expect((OperatorKey(text) != nil) == isKey)
  }

  @Test func `a missing or empty file gets a random key, for its owner alone`() throws {
    let folder = try TemporaryFolder()
    let (file, other) = (folder.file("operator.key"), folder.file("other.key"))
    try folder.write("", to: "other.key")

    let key = try OperatorKey.inFile(file)

    #expect(key.text.wholeMatch(of: #/[0-9a-f]{64}/#) != nil)
    #expect(PrivateFile.permissions(of: file) == 0o600)
    #expect(try OperatorKey.inFile(file) == key, "the file is read again")
    #expect(try OperatorKey.inFile(other) != key)
    #expect(try OperatorKey.inFile(other) == OperatorKey.inFile(other))
  }

  @Test func `a file without a key is named, and left as it is`() throws {
    let folder = try TemporaryFolder()
    try folder.write("short", to: "operator.key")
    let file = folder.file("operator.key")

    let error = #expect(throws: OperatorKeyError.self) { try OperatorKey.inFile(file) }
    #expect(error?.file == file)
    #expect(try String(contentsOf: file, encoding: .utf8) == "short")
  }

  @Test(arguments: [0o640, 0o606])
  func `a key that others can use is refused, and left as it is`(mode: Int) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("operator.key")
    let key = try OperatorKey.inFile(file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)

    #expect(throws: ExposedFileError(file, .permissions(mode))) { try OperatorKey.inFile(file) }

    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    #expect(try OperatorKey.inFile(file) == key)
  }
}
