extension DatabaseSchema {
  /// A refund can return a part of the price, for every type of product.
  ///
  /// SQLite cannot change a CHECK, so the table of transactions is made again; nothing else in it differs.
  /// From this step on a message to a family member and the end of their access have the refund's reason.
  static let partialRefunds = """
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
      revocation_type TEXT
        CHECK (revocation_type IN ('REFUND_FULL', 'REFUND_PRORATED', 'FAMILY_REVOKE')),
      revocation_percentage INTEGER CHECK (revocation_percentage BETWEEN 0 AND 100000),
      refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND price),
      is_upgraded INTEGER NOT NULL CHECK (is_upgraded IN (0, 1)),
      is_finished INTEGER NOT NULL CHECK (is_finished IN (0, 1)),
      device INTEGER REFERENCES device (number),
      refund_request TEXT CHECK (refund_request IS NULL OR json_valid(refund_request)),
      one_time_offer TEXT CHECK (one_time_offer IS NULL OR group_id IS NULL),
      -- Of a shared transaction: the family member who paid for it, and what they paid for.
      purchaser INTEGER,
      purchaser_transaction_id INTEGER,
      -- The part of `refunded` that the refund gave back.
      refund_amount INTEGER CHECK (refund_amount IS NULL
        OR revocation_percentage IS NOT NULL AND refund_amount BETWEEN 0 AND refunded),
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
      CHECK ((purchaser IS NULL) = (purchaser_transaction_id IS NULL)),
      CHECK (purchaser IS NULL OR (refund_request IS NULL AND one_time_offer IS NULL)),
      CHECK (purchaser IS NULL OR (price = 0 AND purchaser <> customer
        AND type IN ('Non-Consumable', 'Auto-Renewable Subscription'))),
      CHECK ((revocation_date IS NULL) = (revocation_reason IS NULL)),
      CHECK ((revocation_date IS NULL) = (revocation_type IS NULL)),
      CHECK (revocation_date IS NULL
        OR (purchaser IS NOT NULL) = (revocation_type = 'FAMILY_REVOKE')),
      CHECK ((revocation_date IS NULL OR revocation_type = 'FAMILY_REVOKE')
        = (revocation_percentage IS NULL)),
      CHECK (revocation_type <> 'REFUND_FULL'
        OR (revocation_percentage = 100000 AND refunded = price)),
      CHECK (revocation_date IS NULL OR purchaser IS NOT NULL OR price > 0 OR is_upgraded = 0),
      CHECK (refunded = 0 OR is_upgraded = 1 OR revocation_date IS NOT NULL)
    ) STRICT;
    INSERT INTO new_transaction SELECT * FROM "transaction";
    DROP TABLE "transaction";
    ALTER TABLE new_transaction RENAME TO "transaction";
    CREATE INDEX transaction_of_product ON "transaction" (customer, product_id, id);
    CREATE INDEX transaction_unfinished ON "transaction" (customer, id)
      WHERE is_finished = 0 AND type <> 'Consumable';
    CREATE INDEX consumable_unfinished ON "transaction" (customer, device, id)
      WHERE is_finished = 0 AND type = 'Consumable';
    CREATE UNIQUE INDEX transaction_owned ON "transaction" (customer, product_id)
      WHERE type = 'Non-Consumable' AND revocation_date IS NULL AND purchaser IS NULL;
    CREATE UNIQUE INDEX transaction_shared
      ON "transaction" (customer, purchaser_transaction_id)
      WHERE purchaser IS NOT NULL AND revocation_date IS NULL;
    CREATE INDEX non_consumable_shared ON "transaction" (customer, id)
      WHERE type = 'Non-Consumable' AND revocation_date IS NULL AND purchaser IS NOT NULL;
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
