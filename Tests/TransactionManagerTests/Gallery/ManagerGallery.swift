import StoreOperatorAPI
import TerminalUI
import TestSupport

@testable import TransactionManager

/// The Transaction Manager's lists, payloads, forms and answers.
enum ManagerGallery {
  private typealias Sample = TransactionSample

  static let screens = managers.map { state, name, manager in
    GalleryScreen(state: state, name: name) {
      manager.frame(columns: $0.columns, rows: $0.rows)
    }
  }

  private typealias Entry = (state: String, name: String, manager: TransactionManager)

  /// The Transaction Managers themselves, with their titles.
  static var all: [(title: String, manager: TransactionManager)] {
    managers.map { ("\($0.state), \($0.name)", $0.manager) }
  }

  private static var managers: [Entry] { lists + payloads + forms }

  private static let list = TransactionManager.showing(Sample.page, orders: [Sample.order])

  private static var lists: [Entry] {
    let long = TransactionManager.showing(Sample.cars(1...60), next: "next")
    return [
      ("transactions", "list", list),
      ("transactions", "typing a filter", list.typing("/alex")),
      ("transactions", "nothing found", list.typing("/submarine")),
      ("transactions", "long", long.typing("G")),
      ("transactions", "empty", .showing([OperatorTransaction]())),
      ("subscriptions", "list", .showing(Sample.subscriptions)),
    ]
  }

  private static var payloads: [Entry] {
    var plan = TransactionManager.showing(Sample.page).typing(.enter)
    _ = plan.update(.message(.subscription(Sample.subscription(), of: Sample.plan.id)))
    let car = TransactionManager.showing([Sample.car()]).typing(.enter)
    return [
      ("payload", "plan", plan), ("payload", "order", list.typing(.enter)),
      ("payload", "car", car), ("payload", "asking", car.typing("z")),
      ("payload", "in progress", car.typing("ry")),
      (
        "payload", "subscription",
        TransactionManager.showing(Sample.subscriptions).typing(.down, .enter)
      ),
    ]
  }

  private static var forms: [Entry] {
    var answer = list.performing("accounts")
    _ = answer.update(.message(.done("alex\nmaria", nil)))
    var refused = list.performing("setStorefront").typing("XXX").typing(.enter)
    _ = refused.update(.message(.refused("there is no storefront 'XXX'")))
    return [
      ("form", "text", list.performing("setNotificationURL").typing("http://a:80/q")),
      ("form", "choices", list.performing("setPrice")), ("form", "refused", refused),
      ("form", "destructive", list.performing("reset")), ("form", "answer", answer),
    ]
  }
}

extension TransactionManager {
  fileprivate func typing(_ keys: Key...) -> TransactionManager {
    var manager = self
    for key in keys { manager.type(key) }
    return manager
  }

  fileprivate func typing(_ text: String) -> TransactionManager {
    var manager = self
    manager.type(text)
    return manager
  }

  fileprivate func performing(_ id: String) -> TransactionManager {
    var manager = self
    _ = manager.perform(id)
    return manager
  }
}
