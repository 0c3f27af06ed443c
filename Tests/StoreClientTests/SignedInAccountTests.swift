import Foundation
import PrivateFiles
import StoreAPI
import TestSupport
import Testing

@testable import StoreClient

@Suite struct SignedInAccountTests {
  @Test func `after a sign-in the client is the first of its devices that the store still knows`() {
    let account = SignedInAccount(
      signIn: .ann, registered: [.sample("device-3", 3), .sample("device-2", 2)],
      kept: [.sample("device-3", 3), .sample("device-2", 2), .sample("device-1", 1)],
      folders: ["device-1", "device-2", "device-3"])

    #expect(account == .sample("device-2", 2))
  }

  @Test func `a client without a device of the account takes a name that nothing has`() {
    let account = SignedInAccount(
      signIn: .ann, registered: [.sample("device-1", 1)], kept: [.sample("device-1", 9)],
      folders: ["device-1", "device-2"])

    #expect(account == .sample("device-3"))
    #expect(account.usualDevice == nil, "it is not registered yet")
  }

  // MARK: - The stored form

  private static let stored = """
    {"device":"device-1","registered":"00000000-0000-0000-0000-000000000001",\
    "signIn":{"account":{"name":"ann"},"rootCertificate":"cm9vdA==","token":"sign-in"}}
    """

  @Test func `an account file has the keys that it has always had`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys

    let data = try encoder.encode(SignedInAccount.sample("device-1", 1))

    #expect(String(decoding: data, as: UTF8.self) == Self.stored)
  }

  @Test func `an account file is read as it was written`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.stored, to: "account.json")

    #expect(AccountFile(in: folder.url).read() == .sample("device-1", 1))
  }

  @Test(arguments: ["../../other-host/devices/device-1", "..", "", "a/b", "\\u001b[2J"])
  func `an account file whose device would leave the folder counts as none`(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.stored.replacing("\"device-1\"", with: "\"\(name)\""), to: "account.json")

    #expect(AccountFile(in: folder.url).read() == nil)
  }

  @Test(arguments: ["", "{", "{}", "null", #"{"device":"device-1"}"#, "\u{0}"])
  func `a damaged account file counts as none`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "account.json")

    #expect(AccountFile(in: folder.url).read() == nil)
  }
}
