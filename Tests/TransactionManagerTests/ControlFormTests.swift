import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TerminalUI
import Testing

@testable import TransactionManager

/// Every control of the store, found by its name and filled in on a form.
@Suite struct ControlFormTests {
  private typealias Sample = TransactionSample

  private func form(
    _ control: any OperatorControl.Type, _ texts: [String: String] = [:]
  ) throws -> ControlForm {
    ControlForm(try ControlDescription(control), known: texts)
  }

  private func command(of form: ControlForm, file: String = "") throws -> OperatorCommand {
    try form.command(key: "\(LowercaseUUID(UUID()))", file: file)
  }

  @Test func `every control of the registry has a form`() {
    #expect(ControlDescription.all.map(\.id) == OperatorControls.all.map { $0.name })
    for control in ControlDescription.all {
      let labels = control.fields.map(\.label)
      #expect(Set(labels).count == labels.count, "\(control.id)")
      #expect(!labels.contains(""), "\(control.id)")
    }
  }

  @Test(arguments: [
    ("setPrice", "Set price", ["product ID", "price", "policy"]),
    ("advance", "Advance", ["duration or date"]),
    ("setPace", "Set time rate", ["time rate"]),
    ("apiKeys", "API keys", []),
    ("addAccount", "Add account", ["account", "password"]),
    (
      "setNotificationURL", "Set notification URL",
      [
        "url", "retries", "allows own network", "version",
      ]
    ),
    ("setSimulatedError", "Set simulated error", ["api", "name", "url error code"]),
    ("answerPriceIncrease", "Answer price increase", ["subscription", "agrees"]),
  ])
  func `a form has the parameters of its control, by their names`(
    id: String, title: String, labels: [String]
  ) throws {
    let control = try #require(ControlDescription.named(id))
    #expect(control.title == title)
    #expect(control.fields.map(\.label) == labels)
  }

  @Test func `a form makes the command that it was filled in for`() throws {
    let price = try form(
      OperatorCommand.SetPrice.self,
      ["productID": "subscription.pro", "price": "5.99", "policy": "askConsent"])
    let amount = try #require(Decimal(string: "5.99"))
    #expect(
      try command(of: price)
        == .setPrice(productID: "subscription.pro", price: amount, policy: .askConsent))

    let advance = try form(OperatorCommand.Advance.self, ["move": "P1M"])
    let month = try #require(CalendarDuration("P1M"))
    #expect(try command(of: advance) == .advance(move: .by(month)))

    let extend = try form(
      OperatorCommand.Extend.self, ["subscription": "subscription.pro ann", "days": "30"])
    #expect(
      try command(of: extend)
        == .extend(subscription: .product("subscription.pro", account: "ann"), days: 30))

    let back = try form(OperatorCommand.SetClockBack.self, ["date": "2027-01-31"])
    let day = try Date("2027-01-31T00:00:00Z", strategy: .iso8601)
    #expect(try command(of: back) == .setClockBack(date: day))

    let rate = try form(
      OperatorCommand.SetTimeRate.self, ["pace": "\(TimeRate.oneRenewalEveryMinute)"])
    #expect(try command(of: rate) == .setTimeRate(timeRate: .oneRenewalEveryMinute))
  }

  @Test func `a purchase for a customer needs no key to be typed`() throws {
    let buy = try form(
      OperatorCommand.Buy.self, ["productID": "nonconsumable.car", "account": "ann"])
    #expect(!buy.fields.map(\.label).contains("key"))
    let control = try #require(try command(of: buy).control as? OperatorCommand.Buy)
    #expect(control.purchase.order.productID == "nonconsumable.car")
    #expect(control.purchase.order.quantity == 1)
    #expect(control.purchase.account == "ann")
  }

  @Test(arguments: [
    ("advance", ["move": ""], "The field 'duration or date' is empty: it needs a value."),
    (
      "advance", ["move": "tomorrow"],
      "'tomorrow' is not a value for 'duration or date': write P1M, P16D or 2027-01-31."
    ),
    ("setPrice", ["productID": "p", "price": "5,99"], "'5,99' is not a value for 'price'."),
    (
      "advance", ["move": "Pfoo"],
      "'Pfoo' is not a duration: \(CalendarDuration.forms)."
    ),
  ])
  func `a form that cannot be sent says why, and stays`(
    id: String, texts: [String: String], problem: String
  ) throws {
    let control = try #require(ControlDescription.named(id))
    var form = ControlForm(control, known: texts)
    form.select(form.fields.count - 1)
    #expect(form.advance() == false)
    #expect(form.problem == problem)
  }

  @Test func `a control without parameters is performed at once`() throws {
    var manager = TransactionManager.showing(Sample.page)
    let effects = manager.perform("settings")
    let form = try form(OperatorCommand.Settings.self)
    #expect(effects == [.send(form)])
    #expect(manager.picture().contains("Settings …"))

    _ = manager.update(.message(.done("time rate  real time\nstorefront  USA", nil)))
    #expect(manager.picture().contains("storefront USA"))
    manager.type(.escape)
    #expect(manager.mode == .list)
  }

  @Test func `what no control undoes is asked about, and only y agrees`() {
    for key in [Key.enter, .escape, .character("n"), .character(" ")] {
      var manager = TransactionManager.showing(Sample.page)
      #expect(manager.perform("reset") == [])
      #expect(manager.type(.enter) == [])
      #expect(manager.picture().contains("Reset? No control undoes it."))
      #expect(manager.type(key) == [])
      #expect(!manager.picture().contains("No control undoes it."))
    }
    var manager = TransactionManager.showing(Sample.page)
    _ = manager.perform("reset")
    manager.type(.enter)
    _ = manager.update(.input(.paste("y")))
    #expect(manager.type("y").count == 1)
  }

  @Test func `where Enter of a form was, its question has the keys that decline`() throws {
    var manager = TransactionManager.showing([Sample.car()])
    _ = manager.perform("delete")
    #expect(try manager.press("enter delete") == [])
    #expect(manager.picture().contains("Delete? No control undoes it."))
    #expect(try manager.press("enter esc not now") == [], "a double press deletes nothing")
    #expect(!manager.picture().contains("No control undoes it."))
  }

  @Test func `a form knows the selected row, and goes from field to field`() throws {
    var manager = TransactionManager.showing([Sample.car()])
    #expect(manager.perform("refund") == [])
    #expect(manager.picture().contains("transaction ID   \(Sample.car().id)"))
    manager.type(.enter, .right, .enter)
    #expect(manager.type("50000") == [])
    #expect(manager.type(.enter) == [])
    #expect(manager.picture().contains("Refund? No control undoes it."))
    let effects = manager.type("y")
    guard case .send(let form) = try #require(effects.first) else { return }
    #expect(
      try command(of: form)
        == .refund(transactionID: Sample.car().id, reason: .other, percentage: 50_000))
  }

  @Test func `a refused form comes back with its values and the reason`() {
    var manager = TransactionManager.showing(Sample.page)
    _ = manager.perform("setStorefront")
    manager.type("XXX")
    #expect(manager.type(.enter).count == 1)
    _ = manager.update(.message(.refused("there is no storefront 'XXX'")))
    #expect(manager.picture().contains("XXX_"))
    #expect(manager.picture().contains("× There is no storefront 'XXX'"))
  }

  @Test(arguments: ["/dev/zero", "/"])
  func `only a file is read for a form`(path: String) {
    #expect(throws: ControlFormError.refused("'\(path)' is not a file")) {
      try TransactionManagerSheet.text(ofFile: path)
    }
  }

  @Test func `letters that mean something elsewhere are only text in a field`() {
    var manager = TransactionManager.showing(Sample.page)
    _ = manager.perform("setNotificationURL")
    #expect(manager.takesText)
    manager.type("http://a:80/q?j")
    #expect(manager.picture().contains("http://a:80/q?j_"))
    #expect(manager.picture(columns: 40, rows: 12).contains(" …://a:80/q?j_"), "only its end fits")
    manager.type(.tab)
    #expect(!manager.takesText, "a choice is not text")
  }

  @Test func `a password is not shown`() {
    var manager = TransactionManager.showing(Sample.page)
    _ = manager.perform("addAccount")
    manager.type(.tab)
    manager.type("correct horse")
    #expect(!manager.picture().contains("correct"))
    #expect(manager.picture().contains("*************_"))
  }

  @Test func `the command line offers every control, and none while one works`() {
    var manager = TransactionManager.showing([Sample.car()])
    #expect(manager.hasCommandLine)
    #expect(manager.namedCommands.map(\.id) == OperatorControls.all.map { $0.name })
    manager.type(.enter)
    manager.type("ry")
    #expect(manager.namedCommands.allSatisfy { $0.disabledReason == "'Refund' is in progress" })
    #expect(manager.perform("reset") == [])
    #expect(manager.opened != nil)
  }

  @Test(arguments: ["reset", "buy", "setNotificationURL", "createOfferCodes"])
  func `a form breaks no small screen`(id: String) {
    var manager = TransactionManager.showing(Sample.page)
    _ = manager.perform(id)
    for (columns, rows) in [(1, 1), (8, 3), (20, 6), (40, 12), (120, 36), (200, 60)] {
      _ = manager.picture(columns: columns, rows: rows)
    }
  }
}
