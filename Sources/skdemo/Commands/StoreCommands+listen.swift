import AppStorePayloads
import ArgumentParser
import Foundation
import OpenStoreKitConnection
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreOperatorAPI

extension StoreCommand.Notifications {
  struct Listen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "listen",
      abstract: "Show each notification as it is sent: what it is about, and your server's answer.",
      discussion: """
        The interrupt key ends it. With --json each notification is one line, with its signed payload.

        With --forward-to, each notification is also sent to another URL. If the store has no URL and is \
        on this machine, it sends to this one until the command ends. If it has a URL, this command \
        sends copies.
        """,
      examples: [
        "skdemo store notifications listen --forward-to http://localhost:3000/apple",
        "skdemo store notifications listen --last 5 --json",
      ])

    @Option(help: ArgumentHelp("Also send each notification to this URL.", valueName: "url"))
    var forwardTo: String?

    @Option(
      help: ArgumentHelp("First show the last n that were sent, at most 20.", valueName: "n"))
    var last = 0

    @Option(help: ArgumentHelp("End after n notifications.", valueName: "n"))
    var count: Int?

    @OptionGroup var store: OperatorOptions

    func validate() throws {
      guard (0...SentNotification.listLimit).contains(last) else {
        throw ValidationError("--last must be 0 to \(SentNotification.listLimit), not \(last)")
      }
      if let count, count < 1 { throw ValidationError("--count must be at least 1, not \(count)") }
    }

    func run() async throws {
      let storeOperator = try await store.open()
      let forwarding = try NotificationForwarding(
        to: forwardTo, storeSendsTo: await storeOperator.notificationURL(),
        isOnThisMachine: store.store.arguments.address()?.isLoopback != false)
      let listener = NotificationListener(
        store: storeOperator, forwarding: forwarding, output: store.output, last: last,
        count: count)
      // What waits for the URL is sent as soon as the store has it.
      let start = try await listener.start()
      // The task ends with this function. For a store in the data folder, this process also sends.
      async let _ = LocalStore.runNotificationService()
      try await storeOperator.forwarding(forwarding) {
        try await Interruptible.run {
          try await listener.run(after: start)
        } failure: {
          CommandFailure(code: "interrupted", message: "the listener was interrupted")
        }
      }
    }
  }

  struct Trigger: ControlArguments {
    static let configuration = CommandConfiguration(
      commandName: "trigger",
      abstract: "Send a notification by the fewest steps with a new account that lead to it.",
      discussion: """
        The catalogue and the settings do not change, and the steps concern no other account. Two \
        notifications need time and move the store's clock: EXPIRED.BILLING_RETRY and \
        GRACE_PERIOD_EXPIRED. The new account is kept, and its plan may renew later.

        The notifications are \(NotificationTrigger.all.map(\.name).joined(separator: ", ")).
        """,
      examples: [
        "skdemo store notifications trigger DID_RENEW",
        "skdemo store notifications trigger EXPIRED.BILLING_RETRY",
      ])

    @Argument(
      help: ArgumentHelp("The type, or the type and subtype.", valueName: "type[.subtype]"),
      completion: .list(NotificationTrigger.all.map(\.name)))
    var notification: String

    var command: OperatorCommand { .triggerNotification(notification) }
  }

  struct Resend: ControlArguments {
    static let configuration = CommandConfiguration(
      commandName: "resend",
      abstract: "Send a notification once more, with the same UUID and the same content.",
      discussion: "skdemo store notifications listen shows the UUIDs.",
      examples: ["skdemo store notifications resend 99b16628-15e4-4668-972b-eeff55eeff55"])

    @Argument(
      help: ArgumentHelp("The UUID of the notification.", valueName: "uuid"),
      transform: { argument in
        guard let uuid = LowercaseUUID(argument) else {
          throw ValidationError("'\(argument)' is not a UUID")
        }
        return uuid
      })
    var uuid: LowercaseUUID

    var command: OperatorCommand { .resendNotification(uuid: uuid) }
  }
}

extension StoreOperator {
  /// The URL to which the store sends notifications; `nil` if it sends none.
  fileprivate func notificationURL() async throws(StoreError) -> String? {
    guard case .settings(let settings) = try await perform(.settings).value else { return nil }
    return settings.rules.notifications?.url
  }

  /// Runs `body`, and while it runs the store sends to the URL that the listener sets.
  fileprivate func forwarding(
    _ forwarding: NotificationForwarding, while body: () async throws -> Void
  ) async throws {
    guard case .setsURL(let url) = forwarding else { return try await body() }
    _ = try await perform(.setNotificationURL(url: url))
    do {
      try await body()
    } catch {
      try? await removeNotificationURL(url)
      throw error
    }
    try await removeNotificationURL(url)
  }

  /// Removes the URL unless it was changed meanwhile.
  private func removeNotificationURL(_ url: String) async throws(StoreError) {
    guard try await notificationURL() == url else { return }
    _ = try await perform(.setNotificationURL(url: nil))
  }
}
