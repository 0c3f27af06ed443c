import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// Two accounts of one store, whose machines and devices come and go by chance, and what each may
/// and may not see.
struct AccountIsolationModel {
  /// What the machines and devices of one account hold, and what has been bought with them.
  struct AccountState {
    let name: String
    var signIns: [String] = []
    var devices: [Registration] = []
    var bought: Set<TransactionID> = []
    var undeliveredFuel: Set<TransactionID> = []
    var appTransactionID: String?
  }

  /// What one of them must not have seen; nothing in a good store.
  private(set) var reports: [String] = []
  private let engine: StoreEngine
  private var generator: SeededGenerator
  private var households: [AccountState] = []
  private var revokedSignIns: [String] = []
  private var revokedDevices: [Registration] = []
  private var names = 0

  /// Lives a history of so many deeds; the accounts are of this history alone.
  init(seed: UInt64, deeds: Int, in engine: StoreEngine) async throws {
    self.engine = engine
    generator = SeededGenerator(seed: seed)
    for name in ["ann", "bob"] { households.append(AccountState(name: "\(name)-\(seed)")) }
    for side in households.indices { try await signIn(side) }
    for _ in 0..<deeds { try await act() }
    for side in households.indices { try await lookBack(side) }
    try await tryRevoked()
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
    case 10: try await look(side)
    default: try await tryRevoked()
    }
  }
}

// MARK: - Deeds

extension AccountIsolationModel {
  private mutating func signIn(_ side: Int) async throws {
    households[side].signIns.append(
      try await engine.signIn(local: households[side].name).value.token)
  }

  private mutating func signOut(_ side: Int) async throws {
    guard households[side].signIns.count > 1 else { return }
    if generator.chance(of: 4) {
      if generator.chance(of: 2) {
        _ = try await engine.signOut(account: households[side].name)
      } else {
        _ = try await engine.signOutEverywhere(signIn: households[side].signIns[0])
      }
      revokedSignIns += households[side].signIns
      households[side].signIns = []
      return try await signIn(side)
    }
    let token = households[side].signIns.remove(
      at: generator.roll(households[side].signIns.count))
    _ = try await engine.signOut(signIn: token)
    revokedSignIns.append(token)
  }

  private mutating func register(_ side: Int) async throws {
    guard let machine = households[side].signIns.randomElement(using: &generator) else { return }
    let engine = engine
    names += 1
    // Half of the names are the other household's too.
    let name = generator.chance(of: 2) ? "device-\(names)" : "phone-\(generator.roll(3))"
    guard !households[side].devices.contains(where: { $0.device.id == name }) else {
      let isTaken = await refuses(.deviceExists(name)) {
        _ = try await engine.registerDevice(name, signIn: machine)
      }
      return expect(isTaken, "two devices are \(name)")
    }
    households[side].devices.append(try await engine.registerDevice(name, signIn: machine).value)
  }

  private mutating func remove(_ side: Int) async throws {
    guard let old = households[side].devices.randomElement(using: &generator),
      let machine = households[side].signIns.randomElement(using: &generator)
    else { return }
    households[side].devices.removeAll { $0.device == old.device }
    revokedDevices.append(old)
    if generator.chance(of: 2) {
      _ = try await engine.removeDevice(old.device.id, signIn: machine)
    } else {
      _ = try await engine.removeDevice(old.device.id, account: households[side].name)
    }
  }

  private mutating func buy(_ side: Int) async throws {
    guard let device = households[side].devices.randomElement(using: &generator) else { return }
    let goods = ["consumable.fuel.octane87", "nonconsumable.car", "subscription.pro"]
    let good = goods[generator.roll(goods.count)]
    let bought = try await backend(of: device).buy(good).transaction()
    see(bought, side, "a purchase", isNew: true)
    guard bought.type == .consumable else { return }
    households[side].undeliveredFuel.insert(bought.transactionId)
  }

  private mutating func deliver(_ side: Int) async throws {
    guard let device = households[side].devices.randomElement(using: &generator) else { return }
    let store = try await backend(of: device)
    for jws in try await store.holdings().value.unfinished {
      let transaction = try TransactionPayload.decoded(from: jws)
      see(transaction, side, "to be delivered")
      _ = try await store.finish(transaction.transactionId)
      households[side].undeliveredFuel.remove(transaction.transactionId)
    }
    // What is the other's cannot be delivered, nor is it there.
    guard let foreign = households[1 - side].bought.randomElement(using: &generator) else { return }
    expect(
      await refuses(.unknownTransaction(foreign)) { _ = try await store.finish(foreign) }, "finish")
  }
}

// MARK: - What is seen

extension AccountIsolationModel {
  /// What the devices of one household hold at this moment, and what one of them remembers.
  private mutating func look(_ side: Int) async throws {
    guard let one = households[side].devices.randomElement(using: &generator) else { return }
    var fuel: [TransactionID] = []
    for device in households[side].devices {
      let holdings = try await backend(of: device).holdings().value
      let subscriptions = holdings.subscriptions.map(\.signedTransaction)
      for jws in holdings.latest + holdings.unfinished + subscriptions {
        see(try .decoded(from: jws), side, "held")
      }
      let unfinished = try holdings.unfinished.map { try TransactionPayload.decoded(from: $0) }
      fuel += unfinished.filter { $0.type == .consumable }.map(\.transactionId)
    }
    expect(fuel.sorted() == households[side].undeliveredFuel.sorted(), "fuel is not offered once")
    try await remember(one, side)
  }

  private mutating func remember(_ device: Registration, _ side: Int) async throws {
    let history = try await backend(of: device)
      .transactions(of: nil, includingFinishedConsumables: true).value
    for jws in history { see(try .decoded(from: jws), side, "remembered") }
    expect(history.count == households[side].bought.count, "a transaction is missing")
  }

  /// At the end: all that is seen, and all that each device was ever told.
  private mutating func lookBack(_ side: Int) async throws {
    try await look(side)
    let machine = try #require(households[side].signIns.first)
    let devices = try await engine.devices(signIn: machine).value
    expect(devices == households[side].devices.map(\.device), "other devices than its own")
    guard let first = households[side].devices.first else { return }
    let store = try await backend(of: first)
    let last = try await store.buy("consumable.fuel.octane91").transaction()
    see(last, side, "the last purchase", isNew: true)
    _ = try await store.finish(last.transactionId)
    for device in households[side].devices {
      try await listen(device, until: last.transactionId, side)
    }
  }

  private mutating func listen(
    _ device: Registration, until last: TransactionID, _ side: Int
  ) async throws {
    var sequence = device.sequence
    for try await update in try await backend(of: device).updates(after: sequence) {
      expect(update.value.sequence > sequence, "a sequence that does not grow")
      sequence = update.value.sequence
      switch update.value.change {
      case .transaction(let jws): see(try .decoded(from: jws), side, "told")
      case .subscription(let one): see(try one.transaction(), side, "told of a subscription")
      case .finished(let id):
        expect(households[side].bought.contains(id), "told that \(id) is delivered")
        if id == last { return }
      }
    }
  }

  private mutating func see(
    _ transaction: TransactionPayload, _ side: Int, _ occasion: String, isNew: Bool = false
  ) {
    let id = transaction.transactionId
    if isNew { households[side].bought.insert(id) }
    households[side].appTransactionID =
      households[side].appTransactionID ?? transaction.appTransactionId
    expect(households[side].bought.contains(id), "\(occasion): \(id) was not bought here")
    expect(!households[1 - side].bought.contains(id), "\(occasion): \(id) is the other's")
    expect(
      transaction.appTransactionId == households[side].appTransactionID,
      "\(occasion): \(id) is another customer's")
  }
}

// MARK: - What was revoked

extension AccountIsolationModel {
  /// What has been revoked answers nothing, and no token does another's work.
  private mutating func tryRevoked() async throws {
    if let token = revokedSignIns.randomElement(using: &generator) {
      try await expectNothing(ofSignIn: token)
    }
    if let device = revokedDevices.randomElement(using: &generator) {
      try await expectNothing(ofSignIn: device.token)
      try await expectNothing(ofDevice: device.token)
    }
    for household in households {
      if let machine = household.signIns.first { try await expectNothing(ofDevice: machine) }
      if let device = household.devices.last { try await expectNothing(ofSignIn: device.token) }
    }
  }

  private mutating func expectNothing(ofSignIn token: String) async throws {
    let engine = engine
    let name = "stranger-\(names)"
    expect(await refuses(.unauthorized) { _ = try await engine.devices(signIn: token) }, "devices")
    expect(await refuses(.unauthorized) { _ = try await engine.signOut(signIn: token) }, "sign-out")
    expect(
      await refuses(.unauthorized) { _ = try await engine.registerDevice(name, signIn: token) },
      "register")
    expect(
      await refuses(.unauthorized) { _ = try await engine.removeDevice("phone-1", signIn: token) },
      "remove")
  }

  private mutating func expectNothing(ofDevice token: String) async throws {
    let engine = engine
    let instance = InstanceID(UUID())
    expect(
      await refuses(.unauthorized) { _ = try await engine.backend(for: token, instance: instance) },
      "a backend")
  }

  private func refuses(
    _ fault: StoreFault, _ body: () async throws -> Void
  ) async -> Bool {
    do {
      try await body()
      return false
    } catch {
      return error as? StoreFault == fault
    }
  }

  private mutating func expect(_ isSo: Bool, _ report: @autoclosure () -> String) {
    if !isSo { reports.append(report()) }
  }

  private func backend(of device: Registration) async throws -> any StoreBackend {
    try await engine.backend(for: device.token, instance: InstanceID(UUID()))
  }
}
