import ArgumentParser
import StoreAPI

/// `skdemo store device`: the devices of the store's customers.
struct StoreDeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Look after customers' devices.",
    subcommands: [Remove.self])

  /// `skdemo store device remove`.
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sign a customer's device out for good.")

    @Argument(help: "The device, as skdemo store account list lists it.")
    var name: String

    @Option(help: ArgumentHelp("Whose device.", valueName: "name"))
    var account: String

    @OptionGroup var store: OperatorOptions

    func run() async throws {
      let device = try await store.open().removeDevice(name, account: account).value
      try store.output.print(
        RemovedDeviceReport(device: device.id, account: account),
        text: "\(device.id) of \(account) is signed out for good")
    }
  }
}

/// `skdemo store device remove --json`, and `skdemo device remove --json`.
struct RemovedDeviceReport: Encodable {
  var device: String
  var account: String?
}
