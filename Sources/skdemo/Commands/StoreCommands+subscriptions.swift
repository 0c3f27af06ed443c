import ArgumentParser
import Foundation
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  /// The commands that concern one subscription.
  static let subscriptions = CommandGroup(
    name: "Subscription",
    subcommands: [
      Subscription.subcommand, Expire.subcommand, Cancel.subcommand, Resume.subcommand,
      Renew.subcommand, Billing.self,
      Extend.subcommand,
      PriceAnswer.subcommand,
    ])

  enum Subscription: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Show a subscription: its period, its renewal and its status.",
      examples: [
        "skdemo store subscription subscription.pro",
        "skdemo store subscription subscription.pro --account ann",
      ])

    static let control: Control<SubscriptionArguments> = {
      .subscription(subscription: $0.reference)
    }
  }

  enum Expire: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "End the current period of a subscription now.",
      discussion: "Nothing is refunded, and nothing renews, as if the customer had cancelled.",
      examples: ["skdemo store expire subscription.pro"])

    static let control: Control<SubscriptionArguments> = { .expire(subscription: $0.reference) }
  }

  enum Cancel: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Turn off the renewal of a subscription.",
      discussion: "The customer has access until the period ends. Then it does not renew.",
      examples: ["skdemo store cancel subscription.pro"])

    static let control: Control<SubscriptionArguments> = {
      .disableAutoRenew(subscription: $0.reference)
    }
  }

  enum Resume: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Turn on the renewal of a subscription again.",
      discussion: "It renews as the plan that was chosen for the next period.",
      examples: ["skdemo store resume subscription.pro"])

    static let control: Control<SubscriptionArguments> = {
      .enableAutoRenew(subscription: $0.reference)
    }
  }

  enum Renew: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Renew a subscription now.",
      discussion: "Its period ends now, with everything that happens then, even a failed payment.",
      examples: ["skdemo store renew subscription.pro"])

    static let control: Control<SubscriptionArguments> = { .renew(subscription: $0.reference) }
  }

  struct Billing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "billing",
      abstract: "Make the payment for a subscription fail, or resolve the billing problem.",
      examples: ["skdemo store billing fail subscription.pro"],
      subcommands: [Fail.subcommand, Recover.subcommand])

    enum Fail: ControlWords {
      static let configuration = CommandConfiguration(
        abstract: "Make the payment for a subscription's renewals fail.",
        discussion:
          "The next renewal fails and is retried for 60 days; store grace sets a grace period.",
        examples: ["skdemo store billing fail subscription.pro"])

      static let control: Control<SubscriptionArguments> = {
        .failBilling(subscription: $0.reference)
      }
    }

    enum Recover: ControlWords {
      static let configuration = CommandConfiguration(
        abstract: "Resolve the billing problem of a subscription, and charge a failed renewal.",
        discussion:
          "In the grace period the billing dates stay. After it a new period begins today.",
        examples: ["skdemo store billing recover subscription.pro"])

      static let control: Control<SubscriptionArguments> = {
        .recoverBilling(subscription: $0.reference)
      }
    }
  }

  struct Extend: ControlArguments {
    static let configuration = CommandConfiguration(
      abstract: "Extend the paid period of a subscription free of charge.",
      discussion: "By 1 to 90 days, at most twice within 365 days. Later periods begin after it.",
      examples: ["skdemo store extend subscription.pro 30"])

    @OptionGroup var subscription: SubscriptionArguments

    @Argument(help: "1 to 90.")
    var days: Int

    var command: OperatorCommand {
      .extend(subscription: subscription.reference, days: days)
    }
  }

  struct PriceAnswer: ControlArguments {
    static let configuration = CommandConfiguration(
      commandName: "price-answer",
      abstract: "Answer for a customer who was asked to agree to a higher price.",
      discussion: "If the customer declines, the subscription ends before the new price applies.",
      examples: ["skdemo store price-answer subscription.pro accept"])

    @OptionGroup var subscription: SubscriptionArguments

    @Argument(help: "accept or decline.")
    var answer: Response

    var command: OperatorCommand {
      .answerPriceIncrease(
        subscription: subscription.reference, isAccepted: answer == .accept)
    }

    enum Response: String, CaseIterable, ExpressibleByArgument {
      case accept, decline
    }
  }
}
