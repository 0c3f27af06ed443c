import ArgumentParser
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StoreAPI
import StoreClient

/// `skdemo device`: the account's devices.
struct Devices: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "List and remove the account's devices.",
    examples: ["skdemo device list"],
    subcommands: [List.self, Remove.self])

  /// `skdemo device list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the account's devices.",
      examples: ["skdemo device list --json"])

    @OptionGroup var store: StoreOptions

    func run() async throws {
      let (devices, usual) = try await CustomerStore.open(store.arguments).client.devices()
      let timeZone = TimeZone.ofProcess()
      let rows = devices.map { device in
        [device.id, device.registrationDate.isoTime(in: timeZone), device == usual ? "usual" : ""]
      }
      try store.output.print(
        ["devices": devices.map { DeviceReport($0, isUsual: $0 == usual) }],
        lines: Table(rows).lines(orIfEmpty: "no devices yet"))
    }
  }

  /// `skdemo device remove`.
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Sign a device out permanently.",
      discussion: """
        Purchases that were made on it stay on the account's other devices. A machine that is still \
        signed in to the account can register a new device. If the machine is lost, first end its \
        sign-in with skdemo sign-out --everywhere.
        """,
      examples: ["skdemo device remove device-2"])

    @Argument(help: "The device, as listed by skdemo device list.")
    var name: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
      let device = try await CustomerStore.open(store.arguments).client.removeDevice(name)
      try store.output.afterChange.print(
        RemovedDeviceReport(device: device.id), text: "\(device.id) is signed out permanently")
    }
  }
}

/// A device in `skdemo device list --json`.
private struct DeviceReport: Encodable {
  var name: String
  var registrationDate: Date
  /// Whether commands on this machine use this device by default.
  var isUsual: Bool

  init(_ device: StoreDevice, isUsual: Bool) {
    name = device.id
    registrationDate = device.registrationDate
    self.isUsual = isUsual
  }
}
