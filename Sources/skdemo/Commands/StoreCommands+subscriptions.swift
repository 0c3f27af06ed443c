import ArgumentParser
import Foundation
import StoreAPI

extension StoreCommand {
  /// The commands that concern one subscription.
  static let subscriptions = CommandGroup(
    name: "Subscription",
    subcommands: [
      Subscription.self, Expire.self, Cancel.self, Resume.self, Renew.self, Billing.self,
      Extend.self,
      PriceAnswer.self,
    ])

  /// `skdemo store subscription`.
  struct Subscription: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "subscription",
      abstract: "Show a subscription: its period, its renewal and its status.",
      examples: [
        "skdemo store subscription subscription.pro",
        "skdemo store subscription subscription.pro --account ann",
      ])

    @OptionGroup var subscription: SubscriptionArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .subscription(subscription: subscription.reference) }
  }

  /// `skdemo store expire`.
  struct Expire: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "expire",
      abstract: "End the current period of a subscription now.",
      discussion: "Nothing is refunded, and nothing renews, as if the customer had cancelled.",
      examples: ["skdemo store expire subscription.pro"])

    @OptionGroup var subscription: SubscriptionArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .expire(subscription: subscription.reference) }
  }

  /// `skdemo store cancel`.
  struct Cancel: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel",
      abstract: "Turn off the renewal of a subscription.",
      discussion: "The customer has access until the period ends. Then it does not renew.",
      examples: ["skdemo store cancel subscription.pro"])

    @OptionGroup var subscription: SubscriptionArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .disableAutoRenew(subscription: subscription.reference) }
  }

  /// `skdemo store resume`.
  struct Resume: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "resume",
      abstract: "Turn on the renewal of a subscription again.",
      discussion: "It renews as the plan that was chosen for the next period.",
      examples: ["skdemo store resume subscription.pro"])

    @OptionGroup var subscription: SubscriptionArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .enableAutoRenew(subscription: subscription.reference) }
  }

  /// `skdemo store renew`.
  struct Renew: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "renew",
      abstract: "Renew a subscription now.",
      discussion: "Its period ends now, with everything that happens then, even a failed payment.",
      examples: ["skdemo store renew subscription.pro"])

    @OptionGroup var subscription: SubscriptionArguments
    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .renew(subscription: subscription.reference) }
  }

  /// `skdemo store billing`.
  struct Billing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "billing",
      abstract: "Make the payment for a subscription fail, or resolve the billing problem.",
      examples: ["skdemo store billing fail subscription.pro"],
      subcommands: [Fail.self, Recover.self])

    struct Fail: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "fail",
        abstract: "Make the payment for a subscription's renewals fail.",
        discussion:
          "The next renewal fails and is retried for 60 days; store grace sets a grace period.",
        examples: ["skdemo store billing fail subscription.pro"])

      @OptionGroup var subscription: SubscriptionArguments
      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .failBilling(subscription: subscription.reference) }
    }

    struct Recover: OperatorSubcommand {
      static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Resolve the billing problem of a subscription, and charge a failed renewal.",
        discussion:
          "In the grace period the billing dates stay. After it a new period begins today.",
        examples: ["skdemo store billing recover subscription.pro"])

      @OptionGroup var subscription: SubscriptionArguments
      @OptionGroup var store: OperatorOptions

      var command: OperatorCommand { .recoverBilling(subscription: subscription.reference) }
    }
  }

  /// `skdemo store extend`.
  struct Extend: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "extend",
      abstract: "Extend the paid period of a subscription free of charge.",
      discussion: "By 1 to 90 days, at most twice within 365 days. Later periods begin after it.",
      examples: ["skdemo store extend subscription.pro 30"])

    @OptionGroup var subscription: SubscriptionArguments

    @Argument(help: "1 to 90.")
    var days: Int

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand {
      .extend(subscription: subscription.reference, days: days)
    }
  }

  /// `skdemo store price-answer`.
  struct PriceAnswer: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "price-answer",
      abstract: "Answer for a customer who was asked to agree to a higher price.",
      discussion: "If the customer declines, the subscription ends before the new price applies.",
      examples: ["skdemo store price-answer subscription.pro accept"])

    @OptionGroup var subscription: SubscriptionArguments

    @Argument(help: "accept or decline.")
    var answer: Answer

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand {
      .answerPriceIncrease(
        subscription: subscription.reference, isAccepted: answer == .accept)
    }

    enum Answer: String, CaseIterable, ExpressibleByArgument {
      case accept, decline
    }
  }
}
