import Foundation
import PrivateFiles
import TestSupport
import Testing

/// How every command ends, and every key of what it prints for programs.
///
/// `Snapshots/exit-codes.txt` and `Snapshots/json-keys.txt` are promises to programs: what is there
/// stays, with its meaning. A new command needs a line in a session below that succeeds.
@Suite(.serialized, .hangLimit) struct CommandTableTests {
  private let commandLine: CommandLineFixture
  private let tree: CommandTree

  init() async throws {
    commandLine = try CommandLineFixture()
    tree = try await CommandTree.read()
  }

  @Test func `every command ends as the committed table says, with the keys of the other table`()
    async throws
  {
    let local = try await localSession()
    let jumped = try await jumpedSession()
    let sharing = try await sharingSession()
    let remote = try await remoteSession()

    let sessions = [local, jumped, sharing, remote]
    let succeeded = sessions.reduce(into: Set()) { $0.formUnion($1.succeeded) }
    #expect(tree.names.filter { !succeeded.contains($0) } == [])
    try expectSnapshot(
      of: (["# One store on this machine"] + local.endings
        + ["", "# A store on this machine whose clock has jumped"] + jumped.endings
        + ["", "# A plan that becomes family shareable"] + sharing.endings
        + ["", "# A remote store"] + remote.endings).joined(separator: "\n"), named: "exit-codes")
    try expectSnapshot(
      of: sessions.reduce(into: Set()) { $0.formUnion($1.keys) }.sorted().joined(separator: "\n"),
      named: "json-keys")
  }

  @Test func `every command refuses an option that it does not have with 2`() async throws {
    for name in tree.names {
      let words = name.split(separator: " ").map(String.init)
      let asText = await CommandRun.inProcess(words + ["--dance"])
      let asJSON = await CommandRun.inProcess(words + ["--dance", "--json"])

      #expect(asText.status == 2, "\(name)")
      #expect(asText.errors.hasPrefix("skdemo: "), "\(name): \(asText.errors)")
      #expect(asJSON.status == 2, "\(name)")
      #expect(try asJSON.errorCode() == "malformed", "\(name)")
      #expect(asText.output.isEmpty && asJSON.output.isEmpty, "\(name)")
    }
  }

  @Test func `every command has help, which ends with 0`() async throws {
    for name in tree.names {
      let words = name.split(separator: " ").map(String.init)
      let run = await CommandRun.inProcess(words + ["--help"])

      #expect(run.status == 0, "\(name)")
      #expect(run.output.contains("USAGE: skdemo \(name)"), "\(name)")
      #expect(run.errors.isEmpty, "\(name)")
    }
  }
}

// MARK: - The sessions

extension CommandTableTests {
  /// A customer and the operator of the store on this machine.
  private func localSession() async throws -> CommandSession {
    var session = CommandSession(commandLine, tree)
    try await session.run(
      """
      store clock freeze
      status
      storefront
      storefront --print-paths
      storefront --color never --no-color
      storefront --color always --no-color
      settings
      settings --theme light
      settings --theme blue
      logs
      logs --level warning
      watch --count 0
      products
      buy nonconsumable.car
      buy nonconsumable.car --yes
      buy nonconsumable.boat --yes
      buy consumable.fuel.octane87 --quantity 3 --yes
      buy consumable.fuel.octane87 --quantity 11 --yes
      buy
      buy subscription.pro --yes
      subscription change subscription.standard
      subscription change subscription.standard --yes
      status
      subscription change nonconsumable.car --yes
      subscription cancel
      subscription cancel --yes
      status
      subscription resume
      subscription resume --yes
      subscription share --yes
      subscription unshare --yes
      payment fix --yes
      restore
      restore --yes
      open {intent}nonconsumable.racecar
      open {intent}nonconsumable.boat
      open https://example.com
      device list
      status --new-device
      device remove device-2
      device remove device-2
      status --device device-2
      run -- true
      run -- false
      run -- {missing}
      run
      """,
      replacing: [
        "missing": "/dev/null/program",
        "intent":
          "itms-services://?action=purchaseIntent&bundleId=com.example.skdemo&productIdentifier=",
      ])
    try await operate(&session)
    return session
  }

  /// The operator's commands.
  private func operate(_ session: inout CommandSession) async throws {
    try await session.run(
      """
      subscription change subscription.pro --yes
      store clock
      store clock show
      store clock run
      store clock freeze
      store fail loadProducts networkError
      products
      status
      store fail loadProducts none
      store fail purchase productUnavailable
      store settings
      buy nonconsumable.utilityvehicle --yes
      store fail none
      store fail purchase
      store fail dancing unknown
      store fail loadProducts productUnavailable
      store extend subscription.pro 3
      store extend subscription.pro 91
      store price subscription.pro 9.99 --consent
      store price subscription.pro 20
      store price subscription.pro many
      store price nonconsumable.boat 9.99
      status
      store price-answer subscription.pro accept
      store price-answer subscription.pro accept
      store grace 16
      store grace 5
      store grace off --paid-to-paid
      store billing fail subscription.pro
      store advance P2M
      store advance P5D
      status
      payment fix
      store advance P16D
      status
      store billing recover subscription.pro
      store billing fail subscription.pro
      store advance P1M
      payment fix --yes
      store subscription subscription.pro
      store renew subscription.pro
      store cancel subscription.pro
      store resume subscription.pro
      store expire subscription.pro
      store expire subscription.pro
      status
      store advance P-1M
      store advance --to 2001-01-01
      store pace realTime
      store pace never
      store cap on
      store cap maybe
      store grace off
      store storefront DEU
      store storefront ATL
      store storefront USA
      store locale de_DE
      store locale german
      store locale en_US
      store notifications set-url http://127.0.0.1:9/ --retry
      store notifications set-url http://shop.example.com/
      store notifications set-url none --retry
      store notifications set-url http://127.0.0.1:9/ --version 1
      store notifications set-url http://127.0.0.1:9/ --version 3
      store notifications set-url none --version 1
      store notifications set-url none
      store withdraw nonconsumable.car
      products
      store withdraw nonconsumable.car --undo
      store withdraw nonconsumable.boat
      store catalog {catalogue}
      store catalog {missing}
      store offer-key create
      store offer-code create consumable.fuel.octane87 --custom freefuel --number 1
      store offer-code create unknown
      store offer-code create nonconsumable.car --expires 2060-01-01
      store offer-code list
      redeem freefuel
      redeem freefuel --yes
      redeem freefuel --yes
      redeem unknown --yes
      store transactions
      """,
      replacing: [
        "catalogue": URL.skdemoCatalogue.path, "missing": "/dev/null/Products.json",
      ])
    try await serveApp(&session)
    try await administer(&session)
  }

  /// The operator's commands for an app's server.
  private func serveApp(_ session: inout CommandSession) async throws {
    let file = session.commandLine.data.appending(path: "SubscriptionKey.p8").path
    try await session.run(
      """
      store api-key create
      store api-key create {file}
      store api-key create {file}
      store api-key token {file} --key-id ABCDE23456 --issuer-id issuer --bundle-id com.example.app
      store api-key token /dev/null/key.p8 --key-id ABCDE23456 --issuer-id issuer --bundle-id app
      store api-key token {file}
      store api-key revoke ABCDE23456
      store shared-secret
      store shared-secret --regenerate
      store endpoints
      """, replacing: ["file": file])
    let key = try await session.commandLine.apiKey()
    try await session.run(
      """
      store api-key revoke {key}
      store api-key list
      """, replacing: ["key": key])
    try await notifyApp(&session)
  }

  /// The operator's commands about notifications, to a server that does not run.
  private func notifyApp(_ session: inout CommandSession) async throws {
    try await session.run(
      """
      store notifications trigger TEST
      store notifications listen
      store notifications set-url http://127.0.0.1:9/
      store notifications trigger TEST
      store notifications trigger EXPIRED
      store notifications listen --count 0
      store notifications listen --last 1 --count 1
      """)
    let uuid = try await session.commandLine.lastNotification()
    try await session.run(
      """
      store notifications resend {uuid}
      store notifications resend 99b16628-15e4-4668-972b-eeff55eeff55
      store notifications resend none
      store notifications set-url none
      store notifications resend {uuid}
      """, replacing: ["uuid": uuid])
  }

  /// The operator's decisions about orders that wait.
  private func decideOrders(_ session: inout CommandSession) async throws {
    for (setting, decision) in [
      ("ask-to-buy", "approve"), ("ask-to-buy", "decline"), ("interrupt", "resolve"),
    ] {
      try await session.run(
        """
        store \(setting) on
        buy consumable.fuel.octane89 --yes
        store transactions
        """)
      let order = try await session.commandLine.waitingOrder()
      try await session.run(
        """
        store \(decision) {order}
        store \(decision) {order}
        store \(setting) off
        """, replacing: ["order": order])
    }
  }

  /// The operator's commands about sold products and about accounts.
  private func administer(_ session: inout CommandSession) async throws {
    try await decideOrders(&session)
    let car = try await session.commandLine.carTransaction()
    try await session.run(
      """
      store refund-decline {car}
      store notifications list {car}
      store notifications list 7
      refund {car}
      refund {car} --text Rattles
      refund {car} --reason OTHER --text Rattles
      refund {car} --yes
      refund 7 --yes
      store transactions
      store refund-decline {car}
      store refund-decline {car}
      history
      store refund-reverse {car}
      store refund {car} --percentage 0
      store refund {car} --percentage half
      store refund {car} --reason broken
      store refund {car} --reason app-issue --percentage 33.333
      store refund {car}
      store refund-reverse {car}
      store refund {car}
      store refund 7
      history
      status
      store delete {car}
      store delete {car}
      store buy nonconsumable.racecar
      watch --count 1
      store buy nonconsumable.racecar
      store buy subscription.pro --purchase-date {lastYear}
      store buy subscription.pro --purchase-date 2008-01-01
      store buy subscription.pro --purchase-date tomorrow
      store buy nonconsumable.boat
      store buy nonconsumable.car --account nobody
      store delete 7
      store account
      store account list
      store account add bert
      store account add bert
      store family
      store family sharing off
      store family add bert
      store family add bert
      store family add nobody
      store family sharing off
      store family sharing on --account nobody
      store family remove bert
      store account password bert
      store account password nobody
      store account sign-out bert
      store account sign-out nobody
      store device remove device-1 --account customer
      store device remove device-1 --account customer
      status
      store scenario refunded family
      store scenario {folder}/nothing.json
      store scenario grace retry --show
      store backup {folder}/backup
      store backup {folder}/backup
      store restore {folder}/backup --into {folder}/restored
      store restore {folder}/backup --into {folder}/restored
      store restore {folder}/backup
      store root renew {folder}/authority/root.key.pem
      store root renew {folder}/authority/leaf.key.pem
      store root renew {folder}/nothing
      store root export {folder}/root.pem
      store root export {folder}/root.pem
      store root remove --exported {folder}/backup
      store root remove
      store root remove --exported {folder}/root.pem
      store root remove --exported {folder}/root.pem
      store root export {folder}/again.pem
      store reset
      store reset --purchases --yes
      store reset --yes
      """,
      replacing: [
        "car": car, "folder": session.commandLine.data.path,
        "lastYear": (Date() - 365 * 86_400).formatted(.iso8601),
      ])
  }

  /// The owner of a store that was closed for 400 days, by its machine's clock.
  private func jumpedSession() async throws -> CommandSession {
    let shop = try CommandLineFixture()
    _ = try await shop.skdemo("buy", "nonconsumable.car", "--yes")
    try await shop.jump(days: 400)
    var session = CommandSession(shop, tree)
    try await session.run(
      """
      status
      buy nonconsumable.racecar --yes
      store clock
      store clock accept
      store clock accept
      store clock set 2090-01-01
      store clock set 2026-01-01
      store clock set {tomorrow}
      store clock
      status
      buy nonconsumable.racecar --yes
      """, replacing: ["tomorrow": (Date() + 86_400).formatted(.iso8601)])
    return session
  }

  /// A subscriber whose plan becomes family shareable later.
  private func sharingSession() async throws -> CommandSession {
    let shop = try CommandLineFixture()
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "shareable.storekit")
    try String.shareableCatalogue().write(to: file, atomically: true, encoding: .utf8)
    var session = CommandSession(shop, tree)
    try await session.run(
      """
      subscription share --yes
      buy subscription.pro --yes
      store catalog {catalogue}
      subscription share
      subscription share --yes
      subscription share --yes
      subscription unshare
      subscription unshare --yes
      """, replacing: ["catalogue": file.path])
    return session
  }

  /// Customers of a store that another process serves, until it ends.
  private func remoteSession() async throws -> CommandSession {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store, "--json")
    let customer = try CommandLineFixture()
    var session = CommandSession(customer, tree)
    session.set("SKDEMO_STORE", server.url)
    session.set("SKDEMO_NEW_PASSWORD", "correct horse")
    let key = store.data.appending(path: "operator.key").path
    try await session.run(
      """
      status
      buy nonconsumable.car --yes
      device list
      sign-out
      sign-out --everywhere
      password change
      sign-in
      sign-in --account anna
      sign-in --create --account anna
      sign-in --create --account anna
      sign-in --account anna
      status
      buy nonconsumable.car --yes
      history
      device list
      run -- true
      password change
      device list
      store device remove device-1 --account anna --operator-key-file {key}
      status
      store clock
      store clock --operator-key-file {key}
      store transactions --operator-key-file {key}
      store transactions --operator-key-file {missing}
      sign-out
      sign-in --account anna
      sign-out --everywhere
      sign-in --account anna
      """, replacing: ["key": key, "missing": "/dev/null/operator.key"])
    let status = try await server.end()
    session.note(
      CommandRun(status: status, output: server.output, errors: ""), of: "serve --port 0")
    try await session.run(Self.withoutStore, replacing: ["key": key])
    return session
  }

  /// Commands to a store that has ended.
  private static let withoutStore = """
    status
    products
    history
    buy nonconsumable.racecar --yes
    buy nonconsumable.boat --yes
    subscription change subscription.pro --yes
    subscription cancel --yes
    payment fix --yes
    restore --yes
    device list
    device remove device-1
    run -- true
    run --new-device -- true
    status --new-device
    store clock --operator-key-file {key}
    store advance P1M --operator-key-file {key}
    sign-out --everywhere
    sign-out
    sign-in --account anna
    """
}

extension CommandLineFixture {
  /// The number of the first order that waits.
  fileprivate func waitingOrder() async throws -> String {
    let list = try await skdemo("store", "transactions", "--json").json()
    let orders = try #require(list["orders"] as? [[String: Any]])
    return try #require(orders.first?["id"] as? String)
  }

  /// The ID of the newest API key.
  fileprivate func apiKey() async throws -> String {
    let list = try await skdemo("store", "api-key", "list", "--json").json()
    let keys = try #require(list["apiKeys"] as? [[String: Any]])
    return try #require(keys.first?["id"] as? String)
  }

  /// The UUID of the notification that was sent last.
  fileprivate func lastNotification() async throws -> String {
    let sent = try await skdemo(
      "store", "notifications", "listen", "--last", "1", "--count", "1", "--json"
    ).json()
    return try #require(sent["uuid"] as? String)
  }

  /// The ID of the transaction of the car.
  func carTransaction() async throws -> String {
    let car = try await skdemo("store", "transactions", "--json").transactions()
      .first { $0["productId"] as? String == "nonconsumable.car" }
    return try #require(car?["transactionId"] as? String)
  }
}
