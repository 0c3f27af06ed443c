import Foundation
import StoreClient
import Testing

@Suite struct DataFolderTests {
  @Test(
    arguments: [
      ("dir", ["SKDEMO_DATA": "/a"], "dir/"),
      (nil, ["SKDEMO_DATA": "/a", "XDG_DATA_HOME": "/b", "HOME": "/c"], "/a/"),
      (nil, ["SKDEMO_DATA": "", "XDG_DATA_HOME": "/b", "HOME": "/c"], "/b/skdemo/"),
      (nil, ["XDG_DATA_HOME": "b", "HOME": "/c"], "/c/.local/share/skdemo/"),
      (nil, ["HOME": "/c"], "/c/.local/share/skdemo/"),
    ] as [(String?, [String: String], String)])
  func `the option names the folder, else SKDEMO_DATA, else the XDG folders`(
    option: String?, environment: [String: String], path: String
  ) throws {
    let folder = try DataFolder(option: option, environment: environment)

    #expect(folder.url.relativePath + "/" == path)
  }

  @Test func `an option without a name is refused, and an environment without a home`() {
    #expect(throws: DataFolderError.emptyOption) {
      try DataFolder(option: "", environment: ["HOME": "/c"])
    }
    #expect(throws: DataFolderError.noHome) {
      try DataFolder(option: nil, environment: ["HOME": "", "XDG_DATA_HOME": "relative"])
    }
  }

  @Test func `the store and the clients of each store have places of their own`() throws {
    let folder = try DataFolder(option: "/data", environment: [:])

    #expect(folder.database.path == "/data/store.sqlite")
    #expect(folder.authority.path == "/data/authority")
    #expect(folder.client.path == "/data/stores/local")
    #expect(folder.client(of: "ann").path == "/data/stores/local/accounts/ann")
    let shop = try FolderName(host: "::1", port: 8080)
    #expect(folder.client(of: shop, by: "https").path == "/data/stores/https/::1-8080")
    #expect(folder.client(of: shop, by: "http").path == "/data/stores/http/::1-8080")
    #expect(folder.unclaimedClient(of: shop).path == "/data/stores/::1-8080")
  }
}
