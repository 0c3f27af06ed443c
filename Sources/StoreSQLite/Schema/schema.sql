CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64)
) STRICT;

CREATE TABLE api_key (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 10),
  public_key BLOB NOT NULL CHECK (length(public_key) = 64),
  date INTEGER NOT NULL,
  revocation_date INTEGER
) STRICT;

CREATE TRIGGER api_key_stays BEFORE DELETE ON api_key
BEGIN SELECT RAISE(ABORT, 'an API key is revoked and not deleted'); END;

CREATE TRIGGER api_key_stays_revoked BEFORE UPDATE ON api_key
WHEN OLD.revocation_date IS NOT NULL
  OR NEW.id <> OLD.id OR NEW.public_key <> OLD.public_key
BEGIN SELECT RAISE(ABORT, 'an API key can only be revoked, and once'); END;

CREATE TABLE catalogue (
  version INTEGER PRIMARY KEY,
  valid_from INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
, file_digest TEXT CHECK (length(file_digest) = 64)) STRICT;

CREATE TABLE customer (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  account INTEGER NOT NULL UNIQUE REFERENCES account (id),
  last_count INTEGER NOT NULL DEFAULT 0 CHECK (last_count >= 0)
) STRICT;

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

CREATE TABLE event (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  epoch INTEGER NOT NULL,
  customer INTEGER NOT NULL,
  date INTEGER NOT NULL,
  instance TEXT,
  body TEXT NOT NULL CHECK (json_valid(body))
, notifications TEXT
  CHECK (notifications IS NULL OR json_valid(notifications)), notification_data TEXT
  CHECK (notification_data IS NULL
    OR notifications IS NOT NULL AND json_valid(notification_data))) STRICT;

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;

CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
WHEN OLD.epoch = (SELECT epoch FROM store)
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

CREATE INDEX event_of_customer ON event (customer, sequence);

CREATE TABLE family (
  organizer INTEGER PRIMARY KEY REFERENCES customer (number) ON DELETE CASCADE
) STRICT;

CREATE TABLE family_member (
  customer INTEGER PRIMARY KEY REFERENCES customer (number) ON DELETE CASCADE,
  organizer INTEGER NOT NULL REFERENCES family (organizer) ON DELETE CASCADE,
  is_sharing INTEGER NOT NULL CHECK (is_sharing IN (0, 1))
) STRICT;

CREATE TRIGGER family_has_six_members BEFORE INSERT ON family_member
WHEN (SELECT count(*) FROM family_member WHERE organizer = NEW.organizer) >= 6
BEGIN SELECT RAISE(ABORT, 'a family has six members at most'); END;

CREATE INDEX family_member_of ON family_member (organizer);

CREATE TABLE family_message (
  number INTEGER PRIMARY KEY,
  recipient INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
  date INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

CREATE INDEX family_message_due ON family_message (date, recipient);

CREATE INDEX family_message_of ON family_message (recipient);

CREATE TABLE granted_extension (
  customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
  original_id INTEGER NOT NULL,
  request_identifier TEXT NOT NULL CHECK (request_identifier <> ''),
  body TEXT NOT NULL CHECK (json_valid(body)),
  PRIMARY KEY (customer, original_id, request_identifier)
) STRICT, WITHOUT ROWID;

CREATE TABLE local_account (account INTEGER PRIMARY KEY REFERENCES account (id)) STRICT;

CREATE TABLE mass_extension (
  number INTEGER PRIMARY KEY,
  product_id TEXT NOT NULL CHECK (product_id <> ''),
  request_identifier TEXT NOT NULL CHECK (request_identifier <> ''),
  body TEXT NOT NULL CHECK (json_valid(body)),
  progress TEXT NOT NULL CHECK (json_valid(progress)),
  is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
  UNIQUE (product_id, request_identifier),
  CHECK (is_complete = (progress ->> '$.completeDate' IS NOT NULL))
) STRICT;

CREATE INDEX mass_extension_unfinished ON mass_extension (is_complete, number);

CREATE TABLE "notification" (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
  type TEXT NOT NULL CHECK (type <> ''),
  subtype TEXT CHECK (subtype <> ''),
  date INTEGER NOT NULL,
  customer INTEGER,
  transaction_id INTEGER,
  -- The event, and the position among its notifications; or the values of one without an event.
  event INTEGER REFERENCES event (sequence),
  position INTEGER CHECK (position >= 0),
  details TEXT CHECK (details IS NULL OR json_valid(details)),
  -- The same in every attempt.
  signed_payload TEXT CHECK (signed_payload <> ''),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  is_delivered INTEGER NOT NULL DEFAULT 0 CHECK (is_delivered IN (0, 1)),
  -- On the store's clock. Before the first attempt, NULL if an earlier one must be tried first.
  next_attempt_date INTEGER,
  -- On the machine's clock: until then a process sends it.
  claimed_until INTEGER,
  UNIQUE (event, position),
  CHECK ((event IS NULL) = (position IS NULL)),
  CHECK ((event IS NULL) = (details IS NOT NULL)),
  CHECK (attempts = 0 OR signed_payload IS NOT NULL),
  CHECK (is_delivered = 0 OR attempts > 0 AND next_attempt_date IS NULL)
) STRICT;

CREATE INDEX notification_by_date ON notification (date, number)
  WHERE signed_payload IS NOT NULL;

CREATE INDEX notification_due ON notification (next_attempt_date, number)
  WHERE next_attempt_date IS NOT NULL;

CREATE TRIGGER notification_keeps_what_was_signed BEFORE UPDATE ON notification
WHEN NEW.uuid <> OLD.uuid OR OLD.signed_payload <> NEW.signed_payload
  OR OLD.signed_payload IS NOT NULL AND NEW.signed_payload IS NULL
BEGIN SELECT RAISE(ABORT, 'a notification is signed once'); END;

CREATE TRIGGER notification_lets_the_next_go AFTER UPDATE OF attempts ON notification
WHEN OLD.attempts = 0 AND NEW.attempts > 0
BEGIN
  UPDATE notification SET next_attempt_date = date WHERE number = (
    SELECT number FROM notification
    WHERE customer = NEW.customer AND attempts = 0 ORDER BY number LIMIT 1);
END;

CREATE INDEX notification_of_customer ON notification (customer, date, number)
  WHERE signed_payload IS NOT NULL;

CREATE INDEX notification_of_subtype ON notification (type, subtype, date, number)
  WHERE subtype IS NOT NULL AND signed_payload IS NOT NULL;

CREATE INDEX notification_of_transaction ON notification (transaction_id, number)
  WHERE transaction_id IS NOT NULL;

CREATE INDEX notification_of_type ON notification (type, date, number)
  WHERE signed_payload IS NOT NULL;

CREATE INDEX notification_untried ON notification (customer, number) WHERE attempts = 0;

CREATE TRIGGER notification_waits AFTER INSERT ON notification
WHEN NEW.attempts = 0 AND EXISTS (
  SELECT 1 FROM notification
  WHERE customer = NEW.customer AND attempts = 0 AND number < NEW.number)
BEGIN
  UPDATE notification SET next_attempt_date = NULL WHERE number = NEW.number;
END;

CREATE INDEX undelivered_by_date ON notification (date, number)
  WHERE is_delivered = 0 AND signed_payload IS NOT NULL;

CREATE INDEX undelivered_of_customer ON notification (customer, date, number)
  WHERE is_delivered = 0 AND signed_payload IS NOT NULL;

CREATE INDEX undelivered_of_subtype ON notification (type, subtype, date, number)
  WHERE is_delivered = 0 AND subtype IS NOT NULL AND signed_payload IS NOT NULL;

CREATE INDEX undelivered_of_type ON notification (type, date, number)
  WHERE is_delivered = 0 AND signed_payload IS NOT NULL;

CREATE TABLE notification_attempt (
  notification INTEGER NOT NULL REFERENCES notification (number) ON DELETE CASCADE,
  -- Counted from 1.
  number INTEGER NOT NULL CHECK (number > 0),
  date INTEGER NOT NULL,
  result TEXT NOT NULL CHECK (result <> ''), sequence INTEGER CHECK (sequence > 0),
  PRIMARY KEY (notification, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX notification_attempt_in_order ON notification_attempt (sequence);

CREATE TABLE offer_code (
  code TEXT PRIMARY KEY CHECK (code <> ''),
  terms TEXT NOT NULL CHECK (json_valid(terms)),
  redemption_limit INTEGER CHECK (redemption_limit > 0),
  redemptions INTEGER NOT NULL DEFAULT 0 CHECK (redemptions >= 0),
  date INTEGER NOT NULL,
  CHECK (redemption_limit IS NULL OR redemptions <= redemption_limit)
) STRICT, WITHOUT ROWID;

CREATE INDEX offer_code_by_date ON offer_code (date DESC, code);

CREATE TABLE offer_code_redemption (
  code TEXT NOT NULL REFERENCES offer_code (code),
  customer INTEGER NOT NULL,
  PRIMARY KEY (code, customer)
) STRICT, WITHOUT ROWID;

CREATE INDEX offer_code_redemption_of_customer ON offer_code_redemption (customer, code);

CREATE TABLE offer_key (
  id TEXT PRIMARY KEY CHECK (id <> ''),
  public_key BLOB NOT NULL CHECK (length(public_key) = 64),
  date INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE offer_nonce (
  key_id TEXT NOT NULL CHECK (key_id <> ''),
  nonce TEXT NOT NULL CHECK (nonce <> ''),
  signed_date INTEGER NOT NULL,
  PRIMARY KEY (key_id, nonce)
) STRICT, WITHOUT ROWID;

CREATE INDEX offer_nonce_signed ON offer_nonce (signed_date);

CREATE TABLE orders (
  customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (length(key) = 36),
  request TEXT CHECK (request IS NULL OR json_valid(request)),
  outcome TEXT CHECK (outcome IS NULL OR json_valid(outcome)), original TEXT
  CHECK (original IS NULL OR (length(original) = 36 AND request IS NULL)),
  PRIMARY KEY (customer, key),
  -- Neither: the key was closed before the order came.
  CHECK ((request IS NULL) = (outcome IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER order_is_settled_once BEFORE UPDATE ON orders
BEGIN SELECT RAISE(ABORT, 'an order is settled once'); END;

CREATE TABLE password (
  account INTEGER PRIMARY KEY REFERENCES account (id),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  salt BLOB NOT NULL CHECK (length(salt) = 16),
  rounds INTEGER NOT NULL CHECK (rounds > 1 AND rounds & (rounds - 1) = 0),
  block_size INTEGER NOT NULL CHECK (block_size > 0),
  parallelism INTEGER NOT NULL CHECK (parallelism > 0)
) STRICT;

CREATE INDEX password_cost ON password (rounds, block_size, parallelism);

CREATE TABLE shared_plan (
  customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
  purchaser_original_id INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL REFERENCES "transaction" (id) ON DELETE CASCADE,
  body TEXT NOT NULL CHECK (json_valid(body)),
  PRIMARY KEY (customer, purchaser_original_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX shared_plan_transaction ON shared_plan (transaction_id);

CREATE TABLE sign_in (
  token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  account INTEGER NOT NULL REFERENCES account (id),
  date INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_of_account ON sign_in (account);

CREATE TABLE store (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  bundle_id TEXT NOT NULL CHECK (bundle_id <> ''),
  root_hash BLOB NOT NULL CHECK (length(root_hash) = 32),
  storefront TEXT NOT NULL CHECK (length(storefront) = 3),
  locale TEXT NOT NULL,
  clock_offset INTEGER,
  frozen_at INTEGER,
  last_now INTEGER NOT NULL,
  epoch INTEGER NOT NULL CHECK (epoch >= 1),
  seed INTEGER,
  first_number INTEGER NOT NULL DEFAULT 0
  CHECK (first_number = 0 OR first_number >= 1000000000000000000), clock_generation INTEGER NOT NULL DEFAULT 0
  CHECK (clock_generation >= 0), simulated_errors TEXT, rules TEXT NOT NULL DEFAULT '{}'
  CHECK (json_valid(rules) AND json_type(rules) = 'object'), shared_secret TEXT CHECK (shared_secret <> ''), environment TEXT NOT NULL DEFAULT 'Sandbox'
  CHECK (environment IN ('Production', 'Sandbox', 'Xcode')),
  CHECK ((clock_offset IS NULL) <> (frozen_at IS NULL))
) STRICT;

CREATE TRIGGER store_keeps_its_environment BEFORE UPDATE ON store
WHEN NEW.environment <> OLD.environment
BEGIN SELECT RAISE(ABORT, 'a store keeps its environment'); END;

CREATE TRIGGER store_keeps_its_root BEFORE UPDATE ON store
WHEN NEW.root_hash <> OLD.root_hash
BEGIN SELECT RAISE(ABORT, 'a store keeps its root'); END;

CREATE TRIGGER store_never_goes_back BEFORE UPDATE ON store
WHEN NEW.clock_generation < OLD.clock_generation
  OR NEW.last_now < OLD.last_now AND NEW.clock_generation = OLD.clock_generation
BEGIN SELECT RAISE(ABORT, 'a store never goes back'); END;

CREATE TRIGGER store_uses_no_number_again BEFORE UPDATE ON store
WHEN NEW.first_number < OLD.first_number
BEGIN SELECT RAISE(ABORT, 'a store uses no number again'); END;

CREATE TABLE "subscription" (
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
  next_offer TEXT CHECK (next_offer IS NULL OR json_valid(next_offer)), is_shared_with_family INTEGER NOT NULL DEFAULT 1
  CHECK (is_shared_with_family IN (0, 1)),
  PRIMARY KEY (customer, group_id),
  CHECK ((due_date IS NULL) = (expiration_intent IS NOT NULL OR revocation_date IS NOT NULL)),
  CHECK (due_date IS NOT NULL OR will_auto_renew = 0)
) STRICT;

CREATE INDEX subscription_due ON subscription (due_date, customer) WHERE due_date IS NOT NULL;

CREATE INDEX subscription_of_next_plan ON subscription (auto_renew_preference)
  WHERE due_date IS NOT NULL;

CREATE INDEX subscription_of_present_plan
  ON subscription (json_extract(term, '$.productID'), customer) WHERE due_date IS NOT NULL;

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
    OR revocation_percentage IS NOT NULL AND refund_amount BETWEEN 0 AND refunded), offer_period_count INTEGER
  CHECK (offer_period_count IS NULL OR offer_type IS NOT NULL AND offer_period_count > 0), modified_sequence INTEGER NOT NULL DEFAULT 0
  CHECK (modified_sequence >= 0),
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

CREATE INDEX consumable_listed ON "transaction" (customer, product_id, id)
  WHERE type = 'Consumable' AND NOT (is_finished = 1 AND revocation_date IS NULL);

CREATE INDEX consumable_unfinished ON "transaction" (customer, device, id)
  WHERE is_finished = 0 AND type = 'Consumable';

CREATE INDEX non_consumable_shared ON "transaction" (customer, id)
  WHERE type = 'Non-Consumable' AND revocation_date IS NULL AND purchaser IS NOT NULL;

CREATE INDEX refund_request_pending ON "transaction" (
  coalesce(json_extract(refund_request, '$.consumptionRequestDate'),
    json_extract(refund_request, '$.date')), id)
  WHERE json_extract(refund_request, '$.state') = 'PENDING'
    AND type IN ('Consumable', 'Auto-Renewable Subscription');

CREATE INDEX transaction_bought ON "transaction" (customer, purchase_date)
  WHERE modified_sequence > -1;

CREATE INDEX transaction_by_date ON "transaction" (purchase_date, id);

CREATE INDEX transaction_listed ON "transaction" (customer, id)
  WHERE NOT (type = 'Consumable' AND is_finished = 1 AND revocation_date IS NULL);

CREATE INDEX transaction_modified ON "transaction" (customer, modified_sequence)
  WHERE modified_sequence > -1;

CREATE INDEX transaction_modified_in_state ON "transaction" (customer, product_id,
  (revocation_date IS NOT NULL)
    + 2 * (type = 'Consumable' AND is_finished = 1 AND revocation_date IS NULL)
    + 4 * (purchaser IS NOT NULL),
  modified_sequence) WHERE modified_sequence > -1;

CREATE INDEX transaction_of_product ON "transaction" (customer, product_id, id);

CREATE UNIQUE INDEX transaction_owned ON "transaction" (customer, product_id)
  WHERE type = 'Non-Consumable' AND revocation_date IS NULL AND purchaser IS NULL;

CREATE INDEX transaction_refunded ON "transaction" (customer, revocation_date, modified_sequence)
  WHERE revocation_date IS NOT NULL AND purchaser IS NULL;

CREATE INDEX transaction_restored ON "transaction" (customer, id)
  WHERE id >= 1000000000000000000;

CREATE UNIQUE INDEX transaction_shared
  ON "transaction" (customer, purchaser_transaction_id)
  WHERE purchaser IS NOT NULL AND revocation_date IS NULL;

CREATE INDEX transaction_unfinished ON "transaction" (customer, id)
  WHERE is_finished = 0 AND type <> 'Consumable';

CREATE TABLE unapproved_order (
  customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
  product_id TEXT NOT NULL CHECK (product_id != ''),
  body TEXT NOT NULL CHECK (json_valid(body)),
  PRIMARY KEY (customer, product_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE waiting_order (
  number INTEGER PRIMARY KEY,
  customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (length(key) = 36),
  due_date INTEGER,
  body TEXT NOT NULL CHECK (json_valid(body)),
  UNIQUE (customer, key)
) STRICT;

CREATE INDEX waiting_order_due ON waiting_order (due_date, customer)
  WHERE due_date IS NOT NULL;
