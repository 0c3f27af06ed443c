import ArgumentParser
import StoreOperatorAPI

extension StoreCommand {
  struct SharedSecret: ControlArguments {
    static let configuration = CommandConfiguration(
      commandName: "shared-secret",
      abstract: "Show the secret with which an app's server verifies receipts.",
      discussion: """
        The server sends it as the password to /verifyReceipt of skdemo serve, which needs it for receipts \
        with subscriptions. Notifications of version 1 contain it too. The store makes it the first time \
        that you ask for it.
        """,
      examples: ["skdemo store shared-secret", "skdemo store shared-secret --regenerate"])

    @Flag(help: "Make a new secret. Servers that send the old one are refused from now on.")
    var regenerate = false

    var command: OperatorCommand { .sharedSecret(regenerates: regenerate) }
  }
}
