import ArgumentParser
import OpenStoreKit

/// `skdemo open`: what the App Store does with a promoted product that the customer taps.
struct Open: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Begin a purchase in the App Store, which the app completes.",
    discussion: """
      The storefront that is open on this device shows the purchase sheet. If none is open, the next \
      one does so after its launch. Nothing is bought before its customer agrees.

      If the storefront is busy, it shows the product afterwards, and you press b to buy it.
      """,
    examples: [
      "skdemo open 'itms-services://?action=purchaseIntent&bundleId=com.example.skdemo&productIdentifier=nonconsumable.car'"
    ])

  @Argument(
    help: ArgumentHelp(
      "itms-services://?action=purchaseIntent&bundleId=APP&productIdentifier=ID, in quotes.",
      valueName: "url"))
  var url: String

  @OptionGroup var store: StoreOptions
  @OptionGroup var device: DeviceOptions

  func run() async throws {
    let url: PurchaseIntentURL
    do throws(PurchaseIntentURLError) {
      url = try PurchaseIntentURL(self.url)
    } catch {
      throw CommandFailure.malformed(error.description)
    }
    let context = try await CommandContext.open(store.arguments, device.arguments)
    let product = try await open(url, context)
    try store.output.afterChange.print(
      IntentReport(productID: product.id, device: context.session.deviceName),
      text: "\(product.displayName): the storefront of \(context.session.deviceName) asks now, or "
        + "as soon as it is opened")
  }

  private func open(_ url: PurchaseIntentURL, _ context: CommandContext) async throws -> Product {
    do {
      return try await context.session.open(url)
    } catch Product.PurchaseError.productUnavailable {
      throw CommandFailure(unknown: url.productID)
    } catch let error as PurchaseIntentURLError {
      throw CommandFailure(code: "otherApp", message: error.description)
    }
  }
}

/// `skdemo open --json`.
private struct IntentReport: Encodable {
  var productID: String
  /// The device whose storefront completes the purchase.
  var device: String
}
