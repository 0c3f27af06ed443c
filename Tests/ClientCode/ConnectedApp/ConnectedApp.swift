import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import PurchaseActor
import Store2021
import Store2023

/// Runs the program that the first argument names, which connects as a customer's app does.
@main struct ConnectedApp {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let argument = arguments.count > 1 ? arguments[1] : nil
    switch arguments.first {
    case "Store2023": try await Store2023Program.run(buying: argument)
    case "Store2021": try await Store2021Program.run { try await AppStore.connect() }
    case "PurchaseActor":
      try await PurchaseActorProgram.run(buying: argument ?? "") { try await AppStore.connect() }
    case "Updates": await Updates.printFirst()
    case "Configuration": try await Configuration.run(argument ?? "")
    case "Shop": try await Shop.run(argument ?? "")
    case "Reason": await Reason.print()
    case "Month": Month.print()
    case "LateSheets": try await LateSheets.run(argument ?? "")
    default: throw UnknownProgram(name: arguments.first)
    }
  }
}

/// A program whose only question is the iteration over updates.
private enum Updates {
  static func printFirst() async {
    for await update in Transaction.updates {
      print("delivered:", update.unsafePayloadValue.productID)
      return
    }
  }
}

/// A program that names its configuration file, listens before it connects, and finishes only what is
/// delivered to its listener.
private enum Configuration {
  static func run(_ file: String) async throws {
    let listener = Task {
      for await update in Transaction.updates {
        await update.unsafePayloadValue.finish()
        return update.unsafePayloadValue.productID
      }
      return "nothing"
    }
    try await AppStore.connect(configuration: URL(filePath: file), sheets: .accept)
    try await AppStore.connect(configuration: URL(filePath: file), sheets: .accept)
    var owned: [String] = []
    for await result in Transaction.all { owned.append(result.unsafePayloadValue.productID) }
    if owned.isEmpty {
      let product = try await Product.products(for: ["daybook.monthly"]).first
      _ = try await product?.purchase()
      print("bought")
      listener.cancel()
    }
    print("delivered:", await listener.value)
  }
}

/// A program that names its configuration file and asks what is sold.
private enum Shop {
  static func run(_ file: String) async throws {
    try await AppStore.connect(configuration: URL(filePath: file))
    let products = try await Product.products(for: ["nonconsumable.car"])
    print("sold:", products.map(\.id))
  }
}

/// A program whose first question connects it, before it says who answers the sheets.
private enum LateSheets {
  static func run(_ id: String) async throws {
    for await _ in Transaction.currentEntitlements {}
    try await AppStore.connect(sheets: .accept)
    guard case .success? = try await Product.products(for: [id]).first?.purchase() else {
      print("not bought")
      return
    }
    print("bought")
    do {
      try await AppStore.connect(sheets: .decline)
    } catch {
      print(error)
    }
  }
}

/// A program that says why its questions cannot connect it.
private enum Reason {
  static func print() async {
    for id in ["nonconsumable.car", "nonconsumable.racecar"] {
      do {
        let products = try await Product.products(for: [id])
        Swift.print("sold:", products.map(\.id))
      } catch StoreKitError.systemError(let error as ConnectionError) {
        Swift.print("not connected:", error.code)
      } catch {
        Swift.print(error)
      }
    }
  }
}

/// A program that counts a month in its time zone, without a store.
private enum Month {
  static func print() {
    // 28 February, 21:00 in New York, five hours behind UTC in winter and four in summer.
    let start = Date(timeIntervalSince1970: 1_772_330_400)
    let month = Product.SubscriptionPeriod.monthly.dateRange(referenceDate: start)
    Swift.print(month.lowerBound.ISO8601Format(), month.upperBound.ISO8601Format())
  }
}

struct UnknownProgram: Error {
  let name: String?
}
