import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// Two accounts of one store with random sign-ins, devices and purchases, and checks that neither
/// sees anything of the other.
struct AccountIsolationModel {
  /// The sign-ins, devices and purchases of one account.
  struct AccountState {
    let name: String
    var signIns: [String] = []
    var devices: [Registration] = []
    var bought: Set<TransactionID> = []
    var undeliveredFuel: Set<TransactionID> = []
    var appTransactionID: String?
  }

  /// The errors; empty if the accounts are isolated.
  private(set) var reports: [String] = []
  private let engine: StoreEngine
  private var generator: SeededGenerator
  private var accounts: [AccountState] = []
  private var revokedSignIns: [String] = []
  private var revokedDevices: [Registration] = []
  private var names = 0

  /// Performs this many random steps in accounts of its own.
  init(seed: UInt64, steps: Int, in engine: StoreEngine) async throws {
    self.engine = engine
    generator = SeededGenerator(seed: seed)
    for name in ["ann", "bob"] { accounts.append(AccountState(name: "\(name)-\(seed)")) }
    for side in accounts.indices { try await signIn(side) }
    for _ in 0..<steps { try await act() }
    for side in accounts.indices { try await checkHistory(side) }
    try await checkRevoked()
  }

  private mutating func act() async throws {
    let side = generator.roll(2)
    switch generator.roll(12) {
    case 0: try await signIn(side)
    case 1: try await signOut(side)
    case 2, 3, 4: try await register(side)
    case 5: try await remove(side)
    case 6, 7, 8: try await buy(side)
    case 9: try await deliver(side)
    case 10: try await check(side)
    default: try await checkRevoked()
    }
  }
}

// MARK: - Steps

extension AccountIsolationModel {
  private mutating func signIn(_ side: Int) async throws {
    accounts[side].signIns.append(
      try await engine.signIn(local: accounts[side].name).value.token)
  }

  private mutating func signOut(_ side: Int) async throws {
    guard accounts[side].signIns.count > 1 else { return }
    if generator.chance(of: 4) {
      if generator.chance(of: 2) {
        _ = try await engine.perform(.signOut(account: accounts[side].name))
      } else {
        _ = try await engine.signOutEverywhere(signIn: accounts[side].signIns[0])
      }
      revokedSignIns += accounts[side].signIns
      accounts[side].signIns = []
      return try await signIn(side)
    }
    let token = accounts[side].signIns.remove(
      at: generator.roll(accounts[side].signIns.count))
    _ = try await engine.signOut(signIn: token)
    revokedSignIns.append(token)
  }

  private mutating func register(_ side: Int) async throws {
    guard let machine = accounts[side].signIns.randomElement(using: &generator) else { return }
    let engine = engine
    names += 1
    // The other account uses about half of these names too.
    let name = generator.chance(of: 2) ? "device-\(names)" : "phone-\(generator.roll(3))"
    guard !accounts[side].devices.contains(where: { $0.device.id == name }) else {
      let isTaken = await refuses(.deviceExists(name: name)) {
        _ = try await engine.registerDevice(name, signIn: machine)
      }
      return expect(isTaken, "two devices are \(name)")
    }
    accounts[side].devices.append(try await engine.registerDevice(name, signIn: machine).value)
  }

  private mutating func remove(_ side: Int) async throws {
    guard let old = accounts[side].devices.randomElement(using: &generator),
      let machine = accounts[side].signIns.randomElement(using: &generator)
    else { return }
    accounts[side].devices.removeAll { $0.device == old.device }
    revokedDevices.append(old)
    if generator.chance(of: 2) {
      _ = try await engine.removeDevice(old.device.id, signIn: machine)
    } else {
      _ = try await engine.perform(
        .removeDevice(device: old.device.id, account: accounts[side].name))
    }
  }

  private mutating func buy(_ side: Int) async throws {
    guard let device = accounts[side].devices.randomElement(using: &generator) else { return }
    let goods = ["consumable.fuel.octane87", "nonconsumable.car", "subscription.pro"]
    let good = goods[generator.roll(goods.count)]
    let bought = try await backend(of: device).buy(good).transaction()
    see(bought, side, "a purchase", isNew: true)
    guard bought.type == .consumable else { return }
    accounts[side].undeliveredFuel.insert(bought.transactionId)
  }

  private mutating func deliver(_ side: Int) async throws {
    guard let device = accounts[side].devices.randomElement(using: &generator) else { return }
    let store = try await backend(of: device)
    for jws in try await store.unfinished() {
      let transaction = try TransactionPayload.decoded(from: jws)
      see(transaction, side, "unfinished")
      _ = try await store.finish(transaction.transactionId)
      accounts[side].undeliveredFuel.remove(transaction.transactionId)
    }
    // A transaction of the other account is unknown here.
    guard let foreign = accounts[1 - side].bought.randomElement(using: &generator) else { return }
    expect(
      await refuses(.unknownTransaction(transactionID: foreign)) {
        _ = try await store.finish(foreign)
      }, "finish")
  }
}

// MARK: - What a device may see

extension AccountIsolationModel {
  /// Checks the purchases of an account's devices, and the transactions of one of them.
  private mutating func check(_ side: Int) async throws {
    guard let one = accounts[side].devices.randomElement(using: &generator) else { return }
    var fuel: [TransactionID] = []
    for device in accounts[side].devices {
      let store = try await backend(of: device)
      let (purchases, pages) = (try await store.purchases().value, try await store.unfinished())
      let subscriptions = purchases.subscriptions.map(\.signedTransaction)
      for jws in purchases.latest + pages + subscriptions {
        see(try .decoded(from: jws), side, "holdings")
      }
      let unfinished = try pages.map { try TransactionPayload.decoded(from: $0) }
      fuel += unfinished.filter { $0.type == .consumable }.map(\.transactionId)
    }
    expect(fuel.sorted() == accounts[side].undeliveredFuel.sorted(), "fuel is not offered once")
    try await checkTransactions(one, side)
  }

  private mutating func checkTransactions(_ device: Registration, _ side: Int) async throws {
    let history = try await backend(of: device)
      .transactions(of: nil, includingFinishedConsumables: true).value
    for jws in history { see(try .decoded(from: jws), side, "history") }
    expect(history.count == accounts[side].bought.count, "a transaction is missing")
  }

  /// Checks the purchases, the list of devices, and all updates that each device was sent.
  private mutating func checkHistory(_ side: Int) async throws {
    try await check(side)
    let machine = try #require(accounts[side].signIns.first)
    let devices = try await engine.devices(signIn: machine).value
    expect(devices == accounts[side].devices.map(\.device), "the list of devices is wrong")
    guard let first = accounts[side].devices.first else { return }
    let store = try await backend(of: first)
    let last = try await store.buy("consumable.fuel.octane91").transaction()
    see(last, side, "the last purchase", isNew: true)
    _ = try await store.finish(last.transactionId)
    for device in accounts[side].devices {
      try await listen(device, until: last.transactionId, side)
    }
  }

  private mutating func listen(
    _ device: Registration, until last: TransactionID, _ side: Int
  ) async throws {
    var sequence = device.sequence
    var updates = try await backend(of: device).events(after: sequence).makeLimitedIterator()
    while let update = try await updates.next() {
      expect(update.value.sequence > sequence, "a sequence that does not grow")
      sequence = update.value.sequence
      if let one = update.value.subscription {
        see(try one.transaction(), side, "update with a subscription")
      }
      switch update.value.change {
      case .transaction(let jws): see(try .decoded(from: jws), side, "update")
      case .subscription(let one): see(try one.transaction(), side, "update of a subscription")
      case .finished(let id):
        expect(accounts[side].bought.contains(id), "update: \(id) is not this account's")
        if id == last { return }
      case .refundRequest(let request):
        let id = request.transactionID
        expect(accounts[side].bought.contains(id), "refund: \(id) is not this account's")
      case .deleted(let id):
        expect(accounts[side].bought.contains(id), "deletion: \(id) is not this account's")
      case .orders, .time, .products, .unknown: break
      }
    }
  }

  private mutating func see(
    _ transaction: TransactionPayload, _ side: Int, _ occasion: String, isNew: Bool = false
  ) {
    let id = transaction.transactionId
    if isNew { accounts[side].bought.insert(id) }
    accounts[side].appTransactionID =
      accounts[side].appTransactionID ?? transaction.appTransactionId
    expect(accounts[side].bought.contains(id), "\(occasion): \(id) was not bought here")
    expect(!accounts[1 - side].bought.contains(id), "\(occasion): \(id) is the other's")
    expect(
      transaction.appTransactionId == accounts[side].appTransactionID,
      "\(occasion): \(id) is another customer's")
  }
}

// MARK: - What was revoked

extension AccountIsolationModel {
  /// Checks that revoked tokens are refused, and that no token serves for another purpose.
  private mutating func checkRevoked() async throws {
    if let token = revokedSignIns.randomElement(using: &generator) {
      try await expectRefusal(ofSignIn: token)
    }
    if let device = revokedDevices.randomElement(using: &generator) {
      try await expectRefusal(ofSignIn: device.token)
      try await expectRefusal(ofDevice: device.token)
    }
    for account in accounts {
      if let machine = account.signIns.first { try await expectRefusal(ofDevice: machine) }
      if let device = account.devices.last { try await expectRefusal(ofSignIn: device.token) }
    }
  }

  private mutating func expectRefusal(ofSignIn token: String) async throws {
    let engine = engine
    let name = "unknown-\(names)"
    let requests: [(String, () async throws -> Void)] = [
      ("devices", { _ = try await engine.devices(signIn: token) }),
      ("sign-out", { _ = try await engine.signOut(signIn: token) }),
      ("register", { _ = try await engine.registerDevice(name, signIn: token) }),
      ("remove", { _ = try await engine.removeDevice("phone-1", signIn: token) }),
    ]
    for (report, request) in requests {
      expect(await refuses(.unauthorized, request), report)
    }
  }

  private mutating func expectRefusal(ofDevice token: String) async throws {
    let engine = engine
    let instance = InstanceID(UUID())
    expect(
      await refuses(.unauthorized) { _ = try await engine.backend(for: token, instance: instance) },
      "a backend")
  }

  private func refuses(_ expected: StoreError, _ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return false
    } catch {
      return error as? StoreError == expected
    }
  }

  private mutating func expect(_ condition: Bool, _ report: @autoclosure () -> String) {
    if !condition { reports.append(report()) }
  }

  private func backend(of device: Registration) async throws -> any StoreBackend {
    try await engine.backend(for: device.token, instance: InstanceID(UUID()))
  }
}
