import Foundation
import StoreClient
import StoreHTTPClient
import Testing

@testable import OpenStoreKitConnection

/// What the environment and a program's arguments say about the store.
@Suite struct ConnectionRequestTests {
  private static let file = URL(filePath: "/app/Shop.storekit")

  private func request(
    _ environment: [String: String], configuration: URL? = nil, sheets: SheetPolicy? = nil
  ) throws -> ConnectionRequest? {
    try ConnectionRequest(
      ["HOME": "/users/ann"].merging(environment) { $1 }, configuration: configuration,
      sheets: sheets, program: "shop")
  }

  @Test(arguments: [[:], ["SKDEMO_STORE": ""], ["SKDEMO_DEVICE": "phone"]])
  func `an environment without a store's name connects nothing`(
    environment: [String: String]
  ) throws {
    #expect(try request(environment) == nil)
  }

  @Test func `the environment names a remote store, an account, a device and a policy`() throws {
    let request = try #require(
      try request([
        "SKDEMO_STORE": "http://localhost:8080", "SKDEMO_ACCOUNT": "ann",
        "SKDEMO_PASSWORD": "open sesame", "SKDEMO_DEVICE": "phone", "SKDEMO_SHEETS": "decline",
        "SKDEMO_TLS_ROOT": "/roots.pem",
      ]))

    #expect(request.store.address?.description == "http://localhost:8080")
    #expect(request.store.folder.url.path == "/users/ann/.local/share/skdemo")
    #expect(request.store.tlsRoot == "/roots.pem")
    #expect(request.account == "ann")
    #expect(request.password == "open sesame")
    #expect(request.device == .named("phone"))
    #expect(request.sheets == .decline)
  }

  @Test func `a program's own file makes a store in a folder for both`() throws {
    let request = try #require(try request([:], configuration: Self.file))
    let again = try self.request([:], configuration: Self.file)
    let other = try self.request([:], configuration: URL(filePath: "/other/Shop.storekit"))

    let folder = request.store.folder.url
    #expect(
      folder.deletingLastPathComponent().path == "/users/ann/.local/share/skdemo/apps")
    #expect(folder.lastPathComponent.hasPrefix("shop-"))
    #expect(again?.store.folder == request.store.folder)
    #expect(other?.store.folder != request.store.folder)
    #expect(request.store.catalogue == "/app/Shop.storekit")
    #expect(request.store.importsCatalogue)
    #expect(request.sheets == nil)
  }

  @Test func `a program's own file only makes the store that the environment names`() throws {
    let request = try #require(
      try request(["SKDEMO_DATA": "/data"], configuration: Self.file, sheets: .decline))

    #expect(request.store.folder.url.path == "/data")
    #expect(request.store.catalogue == nil)
    #expect(!request.store.importsCatalogue)
    #expect(request.configuration == Self.file)
    let automatic = try #require(try self.request(["SKDEMO_DATA": "/data"]))
    #expect(request.isSameDevice(as: automatic))
    let other = try #require(try self.request(["SKDEMO_DATA": "/data", "SKDEMO_DEVICE": "phone"]))
    #expect(!request.isSameDevice(as: other))
  }

  @Test func `the environment comes before the program's arguments`() throws {
    let request = try #require(
      try request(
        [
          "SKDEMO_DATA": "/data", "SKDEMO_CATALOG": "/other.storekit", "SKDEMO_SHEETS": "accept",
          "SKDEMO_NEW_DEVICE": "1",
        ], configuration: Self.file, sheets: .decline))

    #expect(request.store.folder.url.path == "/data")
    #expect(request.store.catalogue == "/other.storekit")
    #expect(!request.store.importsCatalogue)
    #expect(request.sheets == .accept)
    #expect(request.device == .new(named: nil))
  }

  @Test(arguments: [
    ("SKDEMO_SHEETS", "maybe", "SKDEMO_SHEETS is 'maybe': it must be accept, decline or ask"),
    (
      "SKDEMO_NEW_DEVICE", "please",
      "SKDEMO_NEW_DEVICE is 'please': it must be 1 for a new device, or 0 for the usual one"
    ),
    ("SKDEMO_STORE", "nowhere", "SKDEMO_STORE: "),
  ])
  func `a variable without a meaning is refused by its name`(
    name: String, text: String, sentence: String
  ) throws {
    let error = #expect(throws: ConnectionError.self) {
      try request(["SKDEMO_DATA": "/data", name: text])
    }
    #expect(error?.code == .invalidEnvironment)
    #expect(error?.description.hasPrefix(sentence) == true)
    #expect(error?.description.contains(text) == true)
  }
}
