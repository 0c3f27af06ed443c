extension DatabaseSchema {
  /// A subscription can go on without its first transaction, which an operator has deleted.
  ///
  /// SQLite cannot drop a foreign key, so the table is made again; nothing else in it differs.
  static let deletedTransactions = """
    CREATE TABLE new_subscription (
      customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
      group_id TEXT NOT NULL,
      original_id INTEGER NOT NULL,
      original_purchase_date INTEGER NOT NULL,
      transaction_id INTEGER NOT NULL UNIQUE REFERENCES "transaction" (id),
      term TEXT NOT NULL CHECK (json_valid(term)),
      auto_renew_preference TEXT NOT NULL,
      will_auto_renew INTEGER NOT NULL CHECK (will_auto_renew IN (0, 1)),
      expiration_intent INTEGER CHECK (expiration_intent BETWEEN 1 AND 5),
      recent_start_date INTEGER NOT NULL,
      used_introductory_offer INTEGER NOT NULL CHECK (used_introductory_offer IN (0, 1)),
      renewal_count INTEGER NOT NULL CHECK (renewal_count >= 0),
      revocation_date INTEGER,
      due_date INTEGER,
      billing_issue TEXT CHECK (billing_issue IS NULL OR json_valid(billing_issue)),
      price_increase TEXT CHECK (price_increase IS NULL OR json_valid(price_increase)),
      preserved_price TEXT CHECK (preserved_price IS NULL OR json_valid(preserved_price)),
      extension_dates TEXT CHECK (extension_dates IS NULL OR json_valid(extension_dates)),
      paid_days INTEGER NOT NULL DEFAULT 0 CHECK (paid_days >= 0),
      last_win_back_date INTEGER,
      next_offer TEXT CHECK (next_offer IS NULL OR json_valid(next_offer)),
      PRIMARY KEY (customer, group_id),
      CHECK ((due_date IS NULL) = (expiration_intent IS NOT NULL OR revocation_date IS NOT NULL)),
      CHECK (due_date IS NOT NULL OR will_auto_renew = 0)
    ) STRICT;
    INSERT INTO new_subscription (
      customer, group_id, original_id, original_purchase_date, transaction_id, term,
      auto_renew_preference, will_auto_renew, expiration_intent, recent_start_date,
      used_introductory_offer, renewal_count, revocation_date, due_date, billing_issue,
      price_increase, preserved_price, extension_dates, paid_days, last_win_back_date, next_offer
    ) SELECT
      customer, group_id, original_id, original_purchase_date, transaction_id, term,
      auto_renew_preference, will_auto_renew, expiration_intent, recent_start_date,
      used_introductory_offer, renewal_count, revocation_date, due_date, billing_issue,
      price_increase, preserved_price, extension_dates, paid_days, last_win_back_date, next_offer
    FROM subscription;
    DROP TABLE subscription;
    ALTER TABLE new_subscription RENAME TO subscription;
    CREATE INDEX subscription_due ON subscription (due_date, customer) WHERE due_date IS NOT NULL;
    CREATE INDEX subscription_of_next_plan ON subscription (auto_renew_preference)
      WHERE due_date IS NOT NULL;
    CREATE INDEX subscription_of_present_plan
      ON subscription (json_extract(term, '$.productID')) WHERE due_date IS NOT NULL;
    """
}
