import Foundation
import TestSupport
import Testing

/// The operator's changes of the catalogue on the command line.
@Suite(.hangLimit) struct CatalogueCommandTests {
  @Test func `a price is set, and --catalog with the store's own file is not another`() async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)

    let run = try await commandLine.skdemo(
      "store", "price", "subscription.pro", "12.99", "--consent")

    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.hasPrefix("subscription.pro  12.99 USD  instead of 4.99 USD"), "\(run.output)")
    let products = try await commandLine.skdemo("products").output
    #expect(products.contains("$12.99 / month"))
    let json = try await commandLine.skdemo(
      "store", "price", "subscription.pro", "13", "--keep-existing", "--json"
    ).json()
    #expect(json["version"] as? Int == 3)
    let again = try await commandLine.skdemo("store", "price", "subscription.pro", "13")
    #expect(again.output.hasPrefix("no product has changed: version 3"))
    let own = URL.skdemoCatalogue.path
    #expect(try await commandLine.skdemo("status", "--catalog", own).status == 0)
  }

  @Test func `a price that cannot be set is refused`() async throws {
    try await CommandLineFixture(.inProcess).expectRefusals([
      (["store", "price", "nonconsumable.boat", "5"], 1, "unknownProduct"),
      (["store", "price", "nonconsumable.car", "1.999"], 1, "invalidPrice"),
      (["store", "price", "nonconsumable.car", "1000000000"], 1, "invalidPrice"),
      (["store", "price", "nonconsumable.car", "1,99"], 2, "malformed"),
      (["store", "price", "nonconsumable.car", "five"], 2, "malformed"),
      (["store", "price", "nonconsumable.car"], 2, "malformed"),
      (
        ["store", "price", "subscription.pro", "5", "--consent", "--keep-existing"], 2, "malformed"
      ),
    ])
  }

  @Test
  func `an increase above Apple's thresholds is refused unless subscribers are asked or spared`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    func refusal(of amount: String) async throws -> String {
      let run = try await commandLine.skdemo("store", "price", "subscription.pro", amount)
      #expect(run.status == 1)
      return run.errors
    }

    let large = try await refusal(of: "10")
    #expect(
      large.contains(
        "more than 50 % and more than 5 USD a period above the present price of 4.99 USD"))
    #expect(large.contains("with --consent, or let them keep their price with --keep-existing"))
    let small = try await commandLine.skdemo("store", "price", "subscription.pro", "5.49")
    #expect(small.status == 0, "\(small.errors)")
    #expect(try await refusal(of: "5.99").contains("a second increase within a year needs it"))
    let lower = try await commandLine.skdemo("store", "price", "subscription.pro", "4.49")
    #expect(lower.status == 0, "\(lower.errors)")
    _ = try await commandLine.skdemo("store", "storefront", "DEU").succeeded()
    #expect(try await refusal(of: "4.50").contains("the law of the storefront DEU"))
    for (amount, option) in [("20", "--keep-existing"), ("30", "--consent")] {
      let run = try await commandLine.skdemo("store", "price", "subscription.pro", amount, option)
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test func `a customer who was asked agrees to the price`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "subscription.standard", "--yes")

    let asked = try await commandLine.skdemo(
      "store", "price", "subscription.standard", "3.99", "--consent")
    let answered = try await commandLine.skdemo(
      "store", "price-answer", "subscription.standard", "accept")

    #expect(asked.output.contains("1 subscriber must agree"), "\(asked.output)")
    #expect(answered.output.contains(" for 3.99 USD, transaction "), "\(answered.output)")
  }

  @Test func `a product is taken off sale and sold again`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    let off = try await commandLine.skdemo("store", "withdraw", "nonconsumable.car")
    #expect(off.output.contains("not for sale"), "\(off.output)\(off.errors)")
    #expect(try await !commandLine.skdemo("products").output.contains("nonconsumable.car"))
    try await commandLine.expectRefusals([
      (["buy", "nonconsumable.car", "--yes"], 1, "productUnavailable"),
      (["store", "withdraw", "nonconsumable.boat"], 1, "unknownProduct"),
      (["store", "withdraw"], 2, "malformed"),
    ])
    let on = try await commandLine.skdemo("store", "withdraw", "nonconsumable.car", "--undo")
    #expect(on.output.contains("for sale"))
    #expect(try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").status == 0)
  }

  @Test func `another file is imported, and the former is then another catalogue`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    let own = try CommandLineFixture.catalogue { $0 }
    let other = try CommandLineFixture.catalogue {
      $0.replacing("\"displayPrice\" : \"1.99\"", with: "\"displayPrice\" : \"2.99\"")
    }
    #expect(try await commandLine.skdemo("status").status == 0)
    let refused = try await commandLine.skdemo("status", "--catalog", other.path)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("skdemo store catalog FILE"), "\(refused.errors)")

    let imported = try await commandLine.skdemo("store", "catalog", other.path)

    #expect(imported.status == 0, "\(imported.errors)")
    #expect(imported.output.contains("2.99 USD  instead of 1.99 USD"), "\(imported.output)")
    #expect(try await commandLine.skdemo("status", "--catalog", other.path).status == 0)
    #expect(try await commandLine.skdemo("status", "--catalog", own.path).status == 1)
  }

  @Test func `an import says what changes, and for how many subscribers, even if no price does`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "subscription.standard", "--yes")
    let own = try CommandLineFixture.catalogue { $0 }
    let other = try CommandLineFixture.catalogue {
      $0.replacing("\"displayPrice\" : \"2.99\"", with: "\"displayPrice\" : \"1.49\"")
        .replacing("Navigation assistance, dash cam", with: "Everything, dash cam")
    }

    let imported = try await commandLine.skdemo("store", "catalog", other.path)

    #expect(imported.output.contains("instead of 2.99 USD"), "\(imported.errors)")
    #expect(imported.output.contains("4.99 USD  other names or descriptions"))
    #expect(imported.output.contains("1 subscriber will pay less from the next period"))
    let json = try await commandLine.skdemo("store", "catalog", own.path, "--json").json()
    #expect((json["prices"] as? [String: Int])?["dearer"] == 1)
    let changed = (json["changes"] as? [[String: Any]])?.map { $0["changed"] as? [String] }
    #expect(changed?.contains(["texts"]) == true)
  }

  @Test func `a file that cannot be imported is refused with its name and the place in it`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let wrong = try CommandLineFixture.catalogue {
      $0.replacing("\"NonConsumable\"", with: "\"Consumable\"")
    }
    let broken = try CommandLineFixture.catalogue { _ in "{\"products\": [{}]}" }

    try await commandLine.expectRefusals([
      (["store", "catalog", wrong.path], 1, "invalidCatalogue"),
      (["store", "catalog", broken.path], 1, "catalogue"),
      (["store", "catalog", "missing.json"], 1, "catalogue"),
      (["store", "catalog"], 2, "malformed"),
    ])
    let run = try await commandLine.skdemo("store", "catalog", broken.path)
    #expect(run.errors.contains("products[0].productID is missing"), "\(run.errors)")
  }

  @Test func `an offer key is printed once, as PEM`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    let run = try await commandLine.skdemo("store", "offer-key", "create")

    #expect(run.output.hasPrefix("offer key "), "\(run.errors)")
    #expect(run.output.contains("\n-----BEGIN PRIVATE KEY-----\n"))
    let json = try await commandLine.skdemo("store", "offer-key", "create", "--json").json()
    #expect((json["id"] as? String)?.count == 10)
    #expect((json["privateKey"] as? String)?.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
    try await commandLine.expectRefusals([(["store", "offer-key", "delete"], 2, "malformed")])
  }
}

extension CommandLineFixture {
  /// A file with skdemo's catalogue, edited.
  static func catalogue(_ edit: (String) -> String) throws -> URL {
    let text = try String(contentsOf: .skdemoCatalogue, encoding: .utf8)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).storekit")
    try Data(edit(text).utf8).write(to: file)
    return file
  }

  /// Expects each command to be refused with a code.
  func expectRefusals(
    _ refusals: [(arguments: [String], status: Int32, code: String)]
  ) async throws {
    for refusal in refusals {
      let run = try await skdemo(refusal.arguments + ["--json"])
      #expect(run.status == refusal.status, "\(refusal.arguments)")
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("\"\(refusal.code)\""), "\(run.errors)")
    }
  }
}
