import Foundation
import StoreAPI
import StoreClient
import Testing

@Suite struct FolderNameTests {
  private let data = URL(filePath: "/data", directoryHint: .isDirectory)

  @Test(arguments: ["..", ".", "", "../../other", "a/b", "a\u{0}b", "device 1"])
  func `a name that leads out of its folder names none`(name: String) {
    #expect(throws: StoreError.invalidName(name: name)) { try FolderName(name) }
    #expect(throws: StoreError.invalidName(name: "\(name)/")) {
      try FolderName(host: "\(name)/", port: 1)
    }
  }

  @Test func `a host with a slash, or none, names no folder`() {
    for host in ["", "a/b", "..%2f", "a\\b", String(repeating: "h", count: 300)] {
      #expect(throws: StoreError.invalidName(name: host)) { try FolderName(host: host, port: 80) }
    }
  }

  @Test func `each name is one component below the folder`() throws {
    let folder = data.folder("stores", "https", try FolderName(host: "..", port: 8080))

    #expect(folder.path == "/data/stores/https/..-8080")
    let device = "device-1"
    #expect(try data.folder("devices", FolderName(device)).path == "/data/devices/device-1")
  }
}
