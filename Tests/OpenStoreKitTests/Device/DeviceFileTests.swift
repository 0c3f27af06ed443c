import Foundation
import PrivateFiles
import TestSupport
import Testing

@testable import OpenStoreKit

/// A device's file as several copies of the app read and write it.
@Suite struct DeviceFileTests {
  @Test func `a device's file that is the same is not read again, another is`() throws {
    let sample = try SampleDevice()
    let file = sample.folder.url.appending(path: "device.json")
    try giveDate(to: file)
    let other = try DeviceStore.open(sample.folder.url)
    // Nobody sees this who does not read it.
    try Data(repeating: 0, count: Data(contentsOf: file).count).write(to: file)
    try giveDate(to: file)
    #expect(try other.read().account == "alice")

    try Data("{}".utf8).write(to: file)

    #expect(throws: DeviceStoreFault.self) { try other.read() }
  }

  private func giveDate(to file: URL) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date.fixture], ofItemAtPath: file.path)
  }
}
