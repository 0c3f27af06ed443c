// The tables of the first step, which has landed: none of these lines ever changes.
extension DatabaseSchema {
  static let first =
    "PRAGMA application_id = \(applicationID);\n"
    + settings + accounts + ledger + projection + orders

  private static let settings = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      bundle_id TEXT NOT NULL CHECK (bundle_id <> ''),
      root_hash BLOB NOT NULL CHECK (length(root_hash) = 32),
      storefront TEXT NOT NULL CHECK (length(storefront) = 3),
      locale TEXT NOT NULL,
      pace INTEGER NOT NULL,
      clock_offset INTEGER,
      frozen_at INTEGER,
      last_now INTEGER NOT NULL,
      epoch INTEGER NOT NULL CHECK (epoch >= 1),
      seed INTEGER,
      renewal_limit INTEGER NOT NULL CHECK (renewal_limit >= 0),
      CHECK ((clock_offset IS NULL) <> (frozen_at IS NULL))
    ) STRICT;
    CREATE TRIGGER store_never_goes_back BEFORE UPDATE ON store
    WHEN NEW.last_now < OLD.last_now OR NEW.epoch < OLD.epoch
    BEGIN SELECT RAISE(ABORT, 'a store never goes back'); END;
    CREATE TRIGGER store_keeps_its_root BEFORE UPDATE ON store
    WHEN NEW.root_hash <> OLD.root_hash
    BEGIN SELECT RAISE(ABORT, 'a store keeps its root'); END;

    CREATE TABLE catalogue (
      version INTEGER PRIMARY KEY,
      valid_from INTEGER NOT NULL,
      body TEXT NOT NULL CHECK (json_valid(body))
    ) STRICT;

    """

  private static let accounts = """
    CREATE TABLE account (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64)
    ) STRICT;

    -- An account without one was made on the store's own machine.
    CREATE TABLE password (
      account INTEGER PRIMARY KEY REFERENCES account (id),
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      salt BLOB NOT NULL CHECK (length(salt) = 16),
      rounds INTEGER NOT NULL CHECK (rounds > 1 AND rounds & (rounds - 1) = 0),
      block_size INTEGER NOT NULL CHECK (block_size > 0),
      parallelism INTEGER NOT NULL CHECK (parallelism > 0)
    ) STRICT;

    -- AUTOINCREMENT: no number comes twice, also after a reset.
    CREATE TABLE customer (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL UNIQUE REFERENCES account (id),
      last_count INTEGER NOT NULL DEFAULT 0 CHECK (last_count >= 0)
    ) STRICT;

    CREATE TABLE sign_in (
      token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
      account INTEGER NOT NULL REFERENCES account (id),
      date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sign_in_of_account ON sign_in (account);

    CREATE TABLE device (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES account (id),
      name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
      registration_date INTEGER NOT NULL,
      verification_id TEXT NOT NULL UNIQUE CHECK (length(verification_id) = 36),
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      removal_date INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX device_name ON device (account, name) WHERE removal_date IS NULL;

    """

  private static let ledger = """
    CREATE TABLE event (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      epoch INTEGER NOT NULL,
      customer INTEGER NOT NULL,
      date INTEGER NOT NULL,
      instance TEXT,
      body TEXT NOT NULL CHECK (json_valid(body))
    ) STRICT;
    CREATE INDEX event_of_customer ON event (customer, sequence);
    CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
    -- Only a reset, which begins a new epoch first, forgets what was before.
    CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
    WHEN OLD.epoch >= (SELECT epoch FROM store)
    BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

    """

  private static let projection = """
    CREATE TABLE "transaction" (
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
      CHECK (id / 1000000000 = customer),
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
      CHECK (revocation_date IS NULL OR (refunded = price AND price > 0)),
      CHECK (refunded = 0 OR is_upgraded = 1 OR revocation_date IS NOT NULL)
    ) STRICT;
    CREATE INDEX transaction_of_product ON "transaction" (customer, product_id, id);
    CREATE INDEX transaction_unfinished ON "transaction" (customer, id) WHERE is_finished = 0;
    CREATE UNIQUE INDEX transaction_owned ON "transaction" (customer, product_id)
      WHERE type = 'Non-Consumable' AND revocation_date IS NULL;

    CREATE TABLE subscription (
      customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
      group_id TEXT NOT NULL,
      original_id INTEGER NOT NULL REFERENCES "transaction" (id),
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
      PRIMARY KEY (customer, group_id),
      CHECK ((due_date IS NULL) = (expiration_intent IS NOT NULL OR revocation_date IS NOT NULL)),
      CHECK (due_date IS NOT NULL OR will_auto_renew = 0)
    ) STRICT;
    CREATE INDEX subscription_due ON subscription (due_date) WHERE due_date IS NOT NULL;

    """

  private static let orders = """
    CREATE TABLE orders (
      customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
      key TEXT NOT NULL CHECK (length(key) = 36),
      request TEXT CHECK (request IS NULL OR json_valid(request)),
      outcome TEXT CHECK (outcome IS NULL OR json_valid(outcome)),
      PRIMARY KEY (customer, key),
      -- Neither: the key was closed before the order came.
      CHECK ((request IS NULL) = (outcome IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER order_is_settled_once BEFORE UPDATE ON orders
    BEGIN SELECT RAISE(ABORT, 'an order is settled once'); END;
    """
}
