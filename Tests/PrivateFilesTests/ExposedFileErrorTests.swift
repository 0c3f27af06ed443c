import Foundation
import PrivateFiles
import Testing

@Suite struct ExposedFileErrorTests {
  private typealias Exposure = ExposedFileError.Exposure

  /// The mode, the owner and the folder's owner, for user 7; the folder's mode is 0775.
  private static let files: [(Int, UInt32, UInt32, ExposedFileError.Exposure?)] = [
    (0o600, 7, 7, nil), (0o400, 7, 7, nil), (0o700, 7, 7, nil), (0o600, 0, 0, nil),
    (0o600, 7, 0, nil), (0o640, 7, 7, .permissions(0o640)), (0o620, 7, 7, .permissions(0o620)),
    (0o604, 7, 7, .permissions(0o604)), (0o602, 7, 7, .permissions(0o602)),
    (0o600, 8, 7, .owner(8)), (0o600, 7, 8, .folderOwner(8)), (0o600, 0, 8, .folderOwner(8)),
  ]

  @Test(arguments: files.indices)
  func `a key is its owner's alone, in a folder of the owner or the administrator`(index: Int) {
    let (permissions, owner, folderOwner, exposure) = Self.files[index]

    #expect(
      Exposure(
        permissions: permissions, owner: owner, folderOwner: folderOwner,
        folderPermissions: 0o775, user: 7) == exposure)
  }

  @Test(arguments: [(0o777, false), (0o1777, true), (0o775, true), (0o755, true), (0o702, false)])
  func `a key is not its owner's alone in a folder in which everybody can replace it`(
    folderPermissions: Int, isSafe: Bool
  ) {
    #expect(
      Exposure(
        permissions: 0o600, owner: 7, folderOwner: 7, folderPermissions: folderPermissions, user: 7)
        == (isSafe ? nil : .folderPermissions(folderPermissions)))
  }

  @Test func `a folder that everybody can write to is named with its mode`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "operator.key")
    try PrivateFile.write(Data("key".utf8), to: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.url.path)

    let error = #expect(throws: ExposedFileError.self) { try PrivateFile.checkSecret(file) }

    #expect(error == ExposedFileError(file, .folderPermissions(0o777)))
    #expect(error?.description.contains("run chmod o-w on the folder") == true)
  }

  @Test(arguments: [0o644, 0o660, 0o602])
  func `a file that others can use is named with its mode, and what to run`(mode: Int) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "operator.key")
    try PrivateFile.write(Data("key".utf8), to: file)
    try PrivateFile.checkSecret(file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)

    let error = #expect(throws: ExposedFileError.self) { try PrivateFile.checkSecret(file) }

    #expect(error == ExposedFileError(file, .permissions(mode)))
    #expect(
      error?.description
        == "other users may read or write the key \(file.path) (its mode is "
        + "\(String(mode, radix: 8))): run chmod 600 on it")
  }

  @Test func `a missing file passes, because reading it says so`() throws {
    try PrivateFile.checkSecret(URL(filePath: "/dev/null/operator.key"))
  }

  @Test func `the sentence for another owner says whose it is`() {
    let file = URL(filePath: "/keys/tls.pem")

    #expect("\(ExposedFileError(file, .owner(33)))".contains("belongs to another user (33)"))
    #expect(
      "\(ExposedFileError(file, .folderOwner(33)))".contains("in a folder of another user (33)"))
  }
}
