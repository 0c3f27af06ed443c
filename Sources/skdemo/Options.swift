import ArgumentParser
import Foundation

/// Which store a command speaks of, and how it prints.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Keep the store in this folder.", valueName: "dir"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Sell what this Products.json or .storekit file lists.", valueName: "file"))
  var catalog: String?

  @Option(
    help: ArgumentHelp(
      "Where a store is made: make its numbers and IDs from this seed.", valueName: "n"))
  var seed: UInt64?

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Say on standard error what StoreKit would log.")
  var verbose = false

  var output: Output { Output(isJSON: json) }

  func folder() throws -> DataFolder {
    try DataFolder(option: data, environment: ProcessInfo.processInfo.environment)
  }
}

/// Which device a command is.
struct DeviceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Be this device of the account.", valueName: "name"))
  var device: String?

  @Flag(help: "Be a device that has never run.")
  var newDevice = false

  @Flag(help: "Confirm what would be asked.")
  var yes = false

  var choice: DeviceChoice {
    switch (newDevice, device) {
    case (true, let name): .new(named: name)
    case (false, let name?): .named(name)
    case (false, nil): .usual
    }
  }
}
