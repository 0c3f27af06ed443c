import StoreAPI

extension DatabaseSchema {
  /// The rules that an operator can change are one JSON text.
  static let storeRules = """
    ALTER TABLE store ADD COLUMN rules TEXT NOT NULL DEFAULT '{}'
      CHECK (json_valid(rules) AND json_type(rules) = 'object');
    UPDATE store SET rules = json_object(
      'pace', pace,
      'isRenewalLimited', json(iif(is_renewal_limited, 'true', 'false')),
      'gracePeriod', grace_period,
      'gracePeriodRenewalType', grace_period_renewal_type,
      'renewalsFail', json(iif(renewals_fail, 'true', 'false')),
      'askToBuy', json(iif(ask_to_buy, 'true', 'false')),
      'interruptedPurchases', json(iif(interrupted_purchases, 'true', 'false')),
      'refundsAtOnce', json(iif(refunds_at_once, 'true', 'false')));
    ALTER TABLE store DROP COLUMN pace;
    ALTER TABLE store DROP COLUMN renewal_limit;
    ALTER TABLE store DROP COLUMN is_renewal_limited;
    ALTER TABLE store DROP COLUMN grace_period;
    ALTER TABLE store DROP COLUMN grace_period_renewal_type;
    ALTER TABLE store DROP COLUMN renewals_fail;
    ALTER TABLE store DROP COLUMN ask_to_buy;
    ALTER TABLE store DROP COLUMN interrupted_purchases;
    ALTER TABLE store DROP COLUMN refunds_at_once;
    """

  /// An empty step for each rule that was added after `refundsAtOnce`.
  ///
  /// They come after the first written steps. A file may have taken the step of a new rule after a step
  /// that follows it in the list.
  static let stepsOfLaterRules = StoreRules.CodingKeys.allCases
    .drop { $0 != .refundsAtOnce }.dropFirst()
    .map { Migration(name: "rule \($0.stringValue)", sql: "") }
}
