import Foundation
import TestSupport
import Testing

/// The operator's settings of the store on the command line.
@Suite(.hangLimit) struct SettingsCommandTests {
  @Test func `the time rate is set by the name that the clock prints`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    let run = try await commandLine.skdemo("store", "pace", "monthlyRenewalEveryFiveMinutes")

    #expect(run.status == 0)
    #expect(run.output.hasPrefix("pace          monthlyRenewalEveryFiveMinutes"))
    let clock = try await commandLine.skdemo("store", "clock", "--json").json()
    #expect(clock["pace"] as? String == "monthlyRenewalEveryFiveMinutes")
    let json = try await commandLine.skdemo("store", "pace", "realTime", "--json").json()
    #expect(json["pace"] as? String == "realTime")
  }

  @Test func `the storefront is set by its country, and prices have its currency`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    let run = try await commandLine.skdemo("store", "storefront", "deu")

    #expect(run.status == 0)
    #expect(run.output.contains("storefront    DEU"))
    let products = try await commandLine.skdemo("products")
    #expect(products.output.contains("€"))
    let unknown = try await commandLine.skdemo("store", "storefront", "ATL")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("there is no storefront 'ATL'"))
  }

  @Test func `the locale is set, and products have their names in its language`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    let file = FileManager.default.temporaryDirectory.appending(path: "Coins-\(UUID()).storekit")
    try Data(Self.inTwoLanguages.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let before = try await commandLine.skdemo("products", "--catalog", file.path)
    #expect(before.output.contains("Coins"))
    _ = try await commandLine.skdemo("store", "catalog", file.path)

    let run = try await commandLine.skdemo("store", "locale", "de_DE")

    #expect(run.status == 0)
    #expect(run.output.contains("locale        de_DE"))
    #expect(try await commandLine.skdemo("products").output.contains("Münzen"))
    let settings = try await commandLine.skdemo("store", "settings", "--json").json()
    #expect(settings["locale"] as? String == "de_DE")
    let unknown = try await commandLine.skdemo("store", "locale", "german")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("there is no locale 'german': use a language"))
  }

  private static let inTwoLanguages = """
    {"products": [
      {"productID": "coins", "type": "Consumable", "displayPrice": "0.99", "referenceName": "coins",
       "localizations": [
        {"locale": "en_US", "displayName": "Coins", "description": "Ten coins"},
        {"locale": "de", "displayName": "Münzen", "description": "Zehn Münzen"}]}]}
    """

  @Test func `a new store simulates the errors that its file turns on, and shows them`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let file = FileManager.default.temporaryDirectory.appending(path: "Failing-\(UUID()).storekit")
    try Data(
      #"""
      {"products": [], "settings": {"_askToBuyEnabled": true, "_storeKitErrors": [
        {"name": "Purchase", "enabled": true, "current": {"index": 1, "type": "purchase"}},
        {"name": "App Store Sync", "enabled": true, "current": {"index": 2, "type": "generic"}}]}}
      """#.utf8
    ).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }

    let status = try await commandLine.skdemo("status", "--catalog", file.path)
    let settings = try await commandLine.skdemo("store", "settings").output

    #expect(!status.errors.contains("that this store ignores"))
    #expect(settings.contains("wait for approval"))
    #expect(settings.contains(#/purchase fails +productUnavailable/#))
    #expect(settings.contains(#/appStoreSync fails +networkError/#))
  }

  @Test func `a store of production says what it is, and is not used as a sandbox`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    let endpoints = try await commandLine.skdemo(
      "store", "endpoints", "--environment", "production", "--json"
    ).json()
    let settings = try await commandLine.skdemo("store", "settings")
    let sandbox = try await commandLine.skdemo("status", "--environment", "sandbox")
    let unknown = try await commandLine.skdemo("status", "--environment", "xcode")

    #expect(endpoints["environment"] as? String == "Production")
    #expect(endpoints["appAppleID"] as? Int == 4_794_963_335)
    let url = try #require(endpoints["verifyReceipt"] as? String)
    #expect(url.hasSuffix("/production/verifyReceipt"))
    let examples = try #require(endpoints["examples"] as? [String: String])
    #expect(examples["python"]?.contains("Environment.PRODUCTION") == true)
    #expect(settings.output.contains("environment   Production"))
    #expect(sandbox.status == 1)
    #expect(sandbox.errors.contains("this store's environment is Production"))
    #expect(unknown.status == 2)
  }

  @Test func `ask-to-buy and interrupted purchases are both shown if both are on`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    func orders() async throws -> String? {
      let lines = try await commandLine.skdemo("store", "settings").output.split(separator: "\n")
      return lines.first { $0.hasPrefix("orders") }.map { String($0.dropFirst(14)) }
    }
    #expect(try await orders() == "are sold at once")
    _ = try await commandLine.skdemo("store", "interrupt", "on")
    #expect(try await orders() == "wait for a step in the account's settings")

    _ = try await commandLine.skdemo("store", "ask-to-buy", "on")

    #expect(
      try await orders()
        == "wait for approval; interrupt is on too, and applies once ask-to-buy is off")
    _ = try await commandLine.skdemo("store", "interrupt", "off")
    #expect(try await orders() == "wait for approval")
  }

  @Test func `the cap is turned off and on`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    let off = try await commandLine.skdemo("store", "cap", "off")
    #expect(off.output.contains("renewals      without a limit"))
    let on = try await commandLine.skdemo("store", "cap", "on", "--json").json()
    #expect(on["isRenewalLimited"] as? Bool == true)
    #expect(try await commandLine.skdemo("store", "cap", "12").status == 2)
  }

  @Test func `the grace period is 3, 16 or 28 days, or off`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    let on = try await commandLine.skdemo("store", "grace", "16")
    #expect(on.output.contains("grace period  16 days"))
    let off = try await commandLine.skdemo("store", "grace", "off", "--json").json()
    #expect(off["gracePeriod"] as? Int == 0)
    let wrong = try await commandLine.skdemo("store", "grace", "7")
    #expect(wrong.status == 2)
    for days in ["off", "3", "16", "28"] { #expect(wrong.errors.contains("'\(days)'")) }
  }

  @Test func `grace can be for renewals of paid periods only, and is for all unless that is said`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)

    let paid = try await commandLine.skdemo("store", "grace", "16", "--paid-to-paid")
    #expect(paid.output.contains("grace period  16 days, after a paid period only"))
    let settings = try await commandLine.skdemo("store", "settings", "--json").json()
    #expect(settings["gracePeriodRenewalType"] as? String == "PAID_TO_PAID_ONLY")
    let wrong = try await commandLine.skdemo("store", "grace", "off", "--paid-to-paid")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("--paid-to-paid needs a grace period"))
    let all = try await commandLine.skdemo("store", "grace", "28", "--json").json()
    #expect(all["gracePeriodRenewalType"] as? String == "ALL_RENEWALS")
  }

  @Test func `a file's switches that the store does not obey are said on standard error`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let file = FileManager.default.temporaryDirectory.appending(path: "Asking-\(UUID()).storekit")
    try Data(#"{"products": [], "settings": {"_disableDialogs": true}}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }

    for arguments in [["store", "catalog", file.path], ["products", "--catalog", file.path]] {
      let run = try await commandLine.skdemo(arguments)
      #expect(run.errors.contains("purchases without asking (_disableDialogs)"), "\(arguments)")
    }
  }

  @Test func `a time rate that does not exist is refused, and the refusal lists those that do`()
    async throws
  {
    let run = try await CommandLineFixture(.inProcess).skdemo("store", "pace", "fast")

    #expect(run.status == 2)
    #expect(run.errors.contains("fast"))
    #expect(run.errors.contains("oneRenewalEveryTwoSeconds"))
  }
}
