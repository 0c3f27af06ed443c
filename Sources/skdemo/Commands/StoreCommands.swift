import ArgumentParser
import Foundation
import StoreAPI

/// `skdemo store`: what the operator of the store can do.
///
/// The table of its commands: each row has a name, its texts and the arguments that make an
/// ``OperatorCommand``. ``Output`` prints the results.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Run the store: its time, its transactions, its customers.",
    subcommands: [
      Clock.self, Advance.self, Transactions.self, Refund.self, Expire.self, Cancel.self,
      Resume.self, Account.self, Device.self, Reset.self,
    ])
}

/// Arguments that make one command of the operator.
protocol OperatorSubcommand: AsyncParsableCommand {
  var store: OperatorOptions { get }
  /// Asks for whatever the arguments leave open.
  var command: OperatorCommand { get throws }
}

extension OperatorSubcommand {
  func run() async throws {
    let command = try command
    try store.output.print(await store.open().perform(command))
  }
}

extension StoreCommand {
  /// `skdemo store clock`.
  struct Clock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clock",
      abstract: "Print the store's time; freeze it, or let it run.",
      subcommands: [Show.self, Freeze.self, Run.self], defaultSubcommand: Show.self)

    struct Show: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the store's time.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .clock }
    }

    struct Freeze: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "freeze",
        abstract: "Stop the clock: from now on only store advance moves it.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .setClock(frozen: true) }
    }

    struct Run: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Let the clock run on.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .setClock(frozen: false) }
    }
  }

  /// `skdemo store advance`.
  struct Advance: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "advance",
      abstract: "Move the store's clock forward.",
      discussion: """
        Everything due in between happens, each at its own time. A running clock goes on running, \
        a frozen one stays frozen.
        """)

    @Argument(
      help: ArgumentHelp(
        "How far, in ISO 8601: P1M, P2W, P1DT12H, PT30S.", valueName: "duration"))
    var duration: CalendarDuration?

    @Option(
      help: ArgumentHelp("Until when: 2027-01-31 or 2027-01-31T12:00:00Z.", valueName: "date"))
    var to: DateArgument?

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand {
      get throws {
        switch (duration, to) {
        case (let duration?, nil): .advance(move: .by(duration))
        case (nil, let to?): .advance(move: .to(to.date))
        default:
          throw ValidationError("Say how far, as in P1M, or until when, as in --to 2027-01-31.")
        }
      }
    }

    func validate() throws { _ = try command }
  }

  /// `skdemo store transactions`.
  struct Transactions: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "transactions",
      abstract: "List every transaction of the store, newest first.")

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .transactions(account: nil) }
  }

  /// `skdemo store refund`.
  struct Refund: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "refund",
      abstract: "Give money back, and take away what it paid for.",
      discussion: """
        Of the latest period of a subscription the whole subscription is taken back; of an earlier \
        or upgraded one that period alone, for what an upgrade has left of its price.
        """)

    @Argument(
      help: ArgumentHelp(
        "The transaction, as skdemo store transactions lists it.", valueName: "transaction-id"))
    var id: TransactionID

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .refund(transactionID: id) }
  }

  /// `skdemo store expire`.
  struct Expire: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "expire",
      abstract: "End the current period of a subscription now.",
      discussion: "Nothing is given back, and nothing renews: as if the customer had cancelled.")

    @OptionGroup var subscription: SubscriptionArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .expire(subscription: subscription.reference) }
  }

  /// `skdemo store cancel`.
  struct Cancel: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel",
      abstract: "Turn off the renewal of a subscription.",
      discussion: "It serves until its period ends, and does not renew.")

    @OptionGroup var subscription: SubscriptionArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .disableAutoRenew(subscription: subscription.reference) }
  }

  /// `skdemo store resume`.
  struct Resume: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "resume",
      abstract: "Turn on the renewal of a subscription again.",
      discussion: "It renews with the plan that had been chosen for the next period.")

    @OptionGroup var subscription: SubscriptionArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .enableAutoRenew(subscription: subscription.reference) }
  }

  /// `skdemo store account`.
  struct Account: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "account",
      abstract: "Look after the store's accounts.",
      subcommands: [List.self, Add.self, SignOut.self], defaultSubcommand: List.self)

    struct List: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List every account.")

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .accounts }
    }

    struct Add: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make an account for a customer to sign in to.",
        discussion: "The password is asked on the terminal, or taken from SKDEMO_PASSWORD.")

      @Argument(help: "Its name.")
      var name: String

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand {
        get throws { .addAccount(credentials: try .asked(account: name, isNew: true)) }
      }
    }

    struct SignOut: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign every machine out of an account.",
        discussion: "Its devices stay signed in: skdemo store device remove signs one out.")

      @Argument(help: "The account's name.")
      var name: String

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .signOut(account: name) }
    }
  }

  /// `skdemo store device`.
  struct Device: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "device",
      abstract: "Look after customers' devices.", subcommands: [Remove.self])

    struct Remove: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Sign a customer's device out for good.")

      @Argument(help: "The device, as skdemo store account list lists it.")
      var name: String

      @Option(help: ArgumentHelp("Whose device.", valueName: "name"))
      var account: String

      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .removeDevice(device: name, account: account) }
    }
  }

  /// `skdemo store reset`.
  struct Reset: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: "Forget everything that was sold, for all accounts.",
      discussion: "Accounts, devices, keys, the catalogue and the clock stay.")

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand {
      get throws {
        let place = try store.place
        guard yes || Prompt.confirms("Forget everything that was sold in \(place)? [y/N] ") else {
          throw CommandFailure(
            code: "cancelled",
            message: "nothing was forgotten: confirm with y on a terminal, or with --yes")
        }
        return .reset
      }
    }
  }
}
