extension DatabaseSchema {
  /// From this step on, a store can be restored from a backup.
  ///
  /// A restored store has a new epoch, and its transactions have numbers of their own.
  ///
  /// SQLite cannot change a CHECK constraint, so this step recreates the table of transactions.
  /// Nothing else in the table changes.
  static let restoredStores = """
    ALTER TABLE store ADD COLUMN first_number INTEGER NOT NULL DEFAULT 0
      CHECK (first_number = 0 OR first_number >= 1000000000000000000);
    DROP TRIGGER store_never_goes_back;
    CREATE TRIGGER store_never_goes_back BEFORE UPDATE ON store
    WHEN NEW.last_now < OLD.last_now
    BEGIN SELECT RAISE(ABORT, 'a store never goes back'); END;
    CREATE TRIGGER store_uses_no_number_again BEFORE UPDATE ON store
    WHEN NEW.first_number < OLD.first_number
    BEGIN SELECT RAISE(ABORT, 'a store uses no number again'); END;
    DROP TRIGGER event_is_never_deleted;
    -- Only a reset, which begins a new epoch first, forgets what was before.
    CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
    WHEN OLD.epoch = (SELECT epoch FROM store)
    BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

    CREATE TABLE new_transaction (
      id INTEGER PRIMARY KEY,
      customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
      original_id INTEGER NOT NULL CHECK (original_id <= id),
      product_id TEXT NOT NULL CHECK (product_id <> ''),
      type TEXT NOT NULL CHECK (type IN ('Consumable', 'Non-Consumable',
        'Non-Renewing Subscription', 'Auto-Renewable Subscription')),
      purchase_date INTEGER NOT NULL,
      original_purchase_date INTEGER NOT NULL CHECK (original_purchase_date <= purchase_date),
      quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
      app_account_token TEXT,
      reason TEXT NOT NULL CHECK (reason IN ('PURCHASE', 'RENEWAL')),
      price INTEGER NOT NULL CHECK (price >= 0),
      storefront TEXT NOT NULL,
      storefront_id TEXT NOT NULL,
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      locale TEXT NOT NULL,
      group_id TEXT,
      web_order_line_item_id TEXT UNIQUE,
      -- Equal where the operator ended it in the millisecond of its purchase.
      expiration_date INTEGER CHECK (expiration_date >= purchase_date),
      offer_type INTEGER CHECK (offer_type BETWEEN 1 AND 4),
      offer_id TEXT,
      offer_discount_type TEXT,
      offer_period TEXT,
      revocation_date INTEGER CHECK (revocation_date >= purchase_date),
      revocation_reason INTEGER CHECK (revocation_reason IN (0, 1)),
      revocation_type TEXT CHECK (revocation_type IN ('REFUND_FULL', 'REFUND_PRORATED')),
      revocation_percentage INTEGER CHECK (revocation_percentage BETWEEN 0 AND 100000),
      refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND price),
      is_upgraded INTEGER NOT NULL CHECK (is_upgraded IN (0, 1)),
      is_finished INTEGER NOT NULL CHECK (is_finished IN (0, 1)),
      device INTEGER REFERENCES device (number),
      -- A restored store begins its numbers above those of any other.
      CHECK (id / 1000000000 = customer OR id >= 1000000000000000000),
      CHECK ((type = 'Auto-Renewable Subscription') = (group_id IS NOT NULL)),
      CHECK ((group_id IS NULL) = (expiration_date IS NULL)),
      CHECK ((group_id IS NULL) = (web_order_line_item_id IS NULL)),
      CHECK (group_id IS NOT NULL OR (original_id = id AND reason = 'PURCHASE')),
      CHECK (quantity = 1 OR type IN ('Consumable', 'Non-Renewing Subscription')),
      CHECK (is_upgraded = 0 OR group_id IS NOT NULL),
      CHECK (offer_type IS NULL OR group_id IS NOT NULL),
      CHECK ((offer_type IS NULL) = (offer_discount_type IS NULL)),
      CHECK ((offer_type IS NULL) = (offer_period IS NULL)),
      CHECK ((revocation_date IS NULL) = (revocation_reason IS NULL)),
      CHECK ((revocation_date IS NULL) = (revocation_type IS NULL)),
      CHECK ((revocation_date IS NULL) = (revocation_percentage IS NULL)),
      CHECK (revocation_type <> 'REFUND_FULL' OR revocation_percentage = 100000),
      CHECK (revocation_type <> 'REFUND_PRORATED' OR is_upgraded = 1),
      CHECK (revocation_date IS NULL OR (refunded = price AND (price > 0 OR is_upgraded = 0))),
      CHECK (refunded = 0 OR is_upgraded = 1 OR revocation_date IS NOT NULL)
    ) STRICT;
    INSERT INTO new_transaction (
      id, customer, original_id, product_id, type, purchase_date, original_purchase_date,
      quantity, app_account_token, reason, price, storefront, storefront_id, currency, locale,
      group_id, web_order_line_item_id, expiration_date, offer_type, offer_id,
      offer_discount_type, offer_period, revocation_date, revocation_reason, revocation_type,
      revocation_percentage, refunded, is_upgraded, is_finished, device
    ) SELECT
      id, customer, original_id, product_id, type, purchase_date, original_purchase_date,
      quantity, app_account_token, reason, price, storefront, storefront_id, currency, locale,
      group_id, web_order_line_item_id, expiration_date, offer_type, offer_id,
      offer_discount_type, offer_period, revocation_date, revocation_reason, revocation_type,
      revocation_percentage, refunded, is_upgraded, is_finished, device
    FROM "transaction";
    DROP TABLE "transaction";
    ALTER TABLE new_transaction RENAME TO "transaction";
    CREATE INDEX transaction_of_product ON "transaction" (customer, product_id, id);
    CREATE INDEX transaction_unfinished ON "transaction" (customer, id)
      WHERE is_finished = 0 AND type <> 'Consumable';
    CREATE INDEX consumable_unfinished ON "transaction" (customer, device, id)
      WHERE is_finished = 0 AND type = 'Consumable';
    CREATE UNIQUE INDEX transaction_owned ON "transaction" (customer, product_id)
      WHERE type = 'Non-Consumable' AND revocation_date IS NULL;
    CREATE INDEX transaction_listed ON "transaction" (customer, id)
      WHERE NOT (type = 'Consumable' AND is_finished = 1 AND revocation_date IS NULL);
    CREATE INDEX consumable_listed ON "transaction" (customer, product_id, id)
      WHERE type = 'Consumable' AND NOT (is_finished = 1 AND revocation_date IS NULL);
    CREATE INDEX transaction_by_date ON "transaction" (purchase_date, id);
    -- Of other transactions, those of one customer follow each other in the table.
    CREATE INDEX transaction_restored ON "transaction" (customer, id)
      WHERE id >= 1000000000000000000;
    """
}
