import Foundation
import TestSupport
import Testing

/// Apps written as StoreKit's users write them, each in a process of its own.
@Suite(.hangLimit) struct ClientCodeTests {
  @Test(arguments: App.all)
  func `client code prints what it would print with StoreKit`(app: App) async throws {
    let run = try await CommandLineFixture().clientCode(app)

    #expect(run.status == 0)
    #expect(run.output == app.output)
    #expect(run.errors == app.diagnostics)
  }

  @Test(arguments: [App.store2023, .receiptChecker])
  func `client code prints the same with a served store`(app: App) async throws {
    let commandLine = try CommandLineFixture()
    let server = try await ServeProcess.start(commandLine)
    _ = try await RemoteCustomer.signedUp("tester", at: server)

    let run = try await commandLine.clientCode(
      app,
      environment: [
        "SKDEMO_STORE": server.url, "SKDEMO_PASSWORD": "open sesame",
        "OPERATOR_KEY": server.operatorKey(),
      ])

    #expect(run.output == app.output)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }
}

extension CommandLineFixture {
  /// Runs an app with its temporary files in this fixture's folder.
  ///
  /// The app does not remove them, because it may still write at its end.
  fileprivate func clientCode(
    _ app: App, environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await CommandRun.run(
      "ClientCode", [app.name], environment: ["TMPDIR": data.path].merging(environment) { $1 })
  }
}

/// An app, and what it prints while its customer buys and subscriptions renew.
struct App: CustomTestStringConvertible {
  let name: String
  let output: String
  /// The warnings for the app's developer on standard error.
  var diagnostics = ""

  var testDescription: String { name }

  static let all = [
    store2021, store2023, purchaseActor, subscriptionDesk, statusSwitches, detachedListener,
    paymentQueueHelper, receiptChecker, mixedStore,
  ]
}

extension App {
  private static let store2021 = App(
    name: "Store2021",
    output: """
      for sale: Car $1.99
      for sale: Race Car $4.99
      for sale: Fuel87 $0.99
      for sale: Standard $2.99
      for sale: Pro $4.99
      bought: nonconsumable.car
      bought: consumable.fuel.octane87
      bought: subscription.standard
      fuel is owned: false
      renewed until: 2026-03-21T12:00:00Z
      nonconsumable.car is owned: true
      nonconsumable.racecar is owned: false
      subscription.standard is owned: true
      identifiers: ["consumable.fuel.octane87", "nonconsumable.car", "subscription.standard"]

      """,
    diagnostics: notForSale("consumable.fule.octane91"))

  static let store2023 = App(
    name: "Store2023",
    output: """
      owned: [] tier: none state: -
      bought: nonconsumable.car
      bought: nonRenewing.standard
      bought: subscription.premium
      owned: ["🚗 Car", "🗺 Standard 1 Year Service Access", "🗺 Premium"] tier: premium \
      state: Subscribed
      owned: ["🚗 Car", "🗺 Standard 1 Year Service Access", "🗺 Premium"] tier: premium \
      state: Subscribed
      upgraded to: subscription.pro
      owned: ["🚗 Car", "🗺 Standard 1 Year Service Access", "🗺 Pro"] tier: pro state: Subscribed
      Standard is in use: false
      Premium is in use: false
      Pro is in use: true

      """)

  private static let purchaseActor = App(
    name: "PurchaseActor",
    output: """
      sold: 1 × nonconsumable.car for 1.99
      event: owned ["nonconsumable.car"]
      sold: 5 × consumable.fuel.octane87 for 4.95
      event: owned ["nonconsumable.car"]
      sold: 1 × subscription.pro for 1.99
      event: owned ["nonconsumable.car", "subscription.pro"]
      not sold
      event: failed: Choose a quantity from 1 to 10. Some products are sold one at a time.
      event: renewed subscription.pro
      event: owned ["nonconsumable.car", "subscription.pro"]

      """)

  private static let subscriptionDesk = App(
    name: "SubscriptionDesk",
    output: """
      Standard $2.99 per month no offer
      Premium $3.99 per month no offer
      Pro $4.99 per month $1.99 for 2 Month
      subscribed to subscription.pro: true
      now: Pro next: Pro on 2026-03-21
      eligible: false
      subscribed to subscription.standard: true
      now: Pro next: Standard on 2026-03-21
      now: Standard next: Standard on 2026-04-21
      alert: none loading: false

      """)

  private static let statusSwitches = App(
    name: "StatusSwitches",
    output: """
      nonRenewing.standard once subscription: true offer: false
      subscription.pro a month subscription: true offer: true
      bought: yours, for nothing, purchase new: true
      bought: yours, introductory, for nothing, purchase new: true
      bought: yours, introductory, for nothing, purchase new: true
      group: 3F19ED53 Subscribed renews as subscription.pro
      history: subscription.pro yours, for nothing, renewal
      history: subscription.pro yours, introductory, for nothing, purchase
      history: nonRenewing.standard yours, for nothing, purchase

      """,
    diagnostics: notForSale("subscription.gold"))

  private static let detachedListener = App(
    name: "DetachedListener",
    output: """
      buying nonconsumable.utilityvehicle: done
      buying subscription.standard: done
      buying nonconsumable.boat: This product is not for sale.
      unlocked: ["nonconsumable.utilityvehicle", "subscription.standard", "subscription.standard"]
      states: ["Subscribed"]
      tokens of three parts: 3
      rank of pro: 1

      """,
    diagnostics: notForSale("nonconsumable.boat"))

  private static let paymentQueueHelper = App(
    name: "PaymentQueueHelper",
    output: """
      invalid identifier: consumable.fule.octane91
      for sale: Fuel87 $0.99
      for sale: Car $1.99
      for sale: Standard $2.99
      delivered: 3 × consumable.fuel.octane87
      delivered: 1 × nonconsumable.car
      delivered: 1 × subscription.standard
      failed: 5
      delivered: 1 × subscription.standard
      restored: ["nonconsumable.car", "subscription.standard", "subscription.standard"] \
      without an error
      the car is purchased: true
      payments are possible: true

      """,
    diagnostics: notForSale("consumable.fule.octane91") + notForSale("nonconsumable.boat"))

  static let receiptChecker = App(
    name: "ReceiptChecker",
    output: """
      receipt: none, a new customer
      unlocked: 1 × nonconsumable.car
      unlocked: 5 × consumable.fuel.octane87
      unlocked: 1 × subscription.standard
      unlocked: 1 × subscription.standard
      the receipt is new
      in the receipt: ["nonconsumable.car", "subscription.standard", "subscription.standard"]
      it is for this app: true
      nonconsumable.car active and later active
      subscription.standard active and later inactive
      subscription.pro new and later new

      """)

  private static let mixedStore = App(
    name: "MixedStore",
    output: """
      for sale: Car
      for sale: Pro, first 2 months for 1.99
      bought with StoreKit 2: true
      delivered: subscription.pro
      owned: ["nonconsumable.car", "subscription.pro"]
      restored: nonconsumable.car
      restored: subscription.pro
      everything is restored
      storefronts: USA USA

      """)
}

/// The warning about a product that is not for sale.
private func notForSale(_ id: String) -> String {
  "StoreKit: these products are not for sale: \(id). Check the product IDs\n"
}
