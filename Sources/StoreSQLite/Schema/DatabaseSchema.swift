import GRDB

/// The tables of a store, step by step.
///
/// A step that was released never changes: a test compares the hash of each step's SQL. The steps
/// that a file has taken are its version, also that of its JSON texts. So a new key or column needs
/// a new step, even an empty one; an earlier program then refuses the file. A new rule of the store
/// gets its step automatically.
///
/// The schema repeats the rules' invariants, so that a mistake in the code cannot write an invalid
/// row. Dates are milliseconds since 1970, money is milliunits, UUIDs are lower-case text.
enum DatabaseSchema {
  struct Migration: Sendable {
    let name: String
    let sql: String
  }

  /// In the order in which a new file takes them.
  static let migrations = writtenSteps + stepsOfLaterRules + stepsAfterRules

  private static let writtenSteps = [
    Migration(name: "first", sql: first),
    Migration(name: "passwords", sql: passwords),
    Migration(name: "costs of passwords", sql: passwordCosts),
    Migration(name: "the life of a plan", sql: lifeOfPlan),
    Migration(name: "products not for sale and offer keys", sql: offerKeys),
    Migration(name: "nonces of signed offers, and paid days", sql: offerNonces + paidDays),
    Migration(name: "present plans, and several preserved prices", sql: presentPlans),
    // A billing issue has the price of its renewal from this step on.
    Migration(name: "the price of a failed renewal", sql: ""),
    Migration(name: "paid days of all periods", sql: allPaidDays),
    Migration(name: "refunds of free periods", sql: freeRefunds),
    Migration(name: "unfinished transactions of a device", sql: unfinishedOfDevice),
    Migration(name: "due dates by customer", sql: dueDatesByCustomer),
    // The price of a running offer can change from this step on.
    Migration(name: "the price of a running offer", sql: ""),
    Migration(name: "pages of a history", sql: historyPages),
    Migration(name: "restored stores", sql: restoredStores),
    Migration(name: "accounts of this machine", sql: localAccounts),
    Migration(name: "generations of the clock", sql: clockGenerations),
    Migration(
      name: "simulated errors", sql: "ALTER TABLE store ADD COLUMN simulated_errors TEXT;"),
    Migration(name: "orders that wait", sql: waitingOrders),
    Migration(name: "promotional offers", sql: nextOffers),
    Migration(name: "orders that were not approved", sql: unapprovedOrders),
    Migration(name: "refund requests", sql: refundRequests),
    Migration(name: "offer codes", sql: offerCodes),
    Migration(name: "families", sql: families),
    Migration(name: "deleted transactions", sql: deletedTransactions),
    Migration(name: "amounts of refunds", sql: refundAmounts),
    Migration(name: "partial refunds", sql: partialRefunds),
    Migration(
      name: "the sharing of a plan",
      sql: """
        ALTER TABLE subscription ADD COLUMN is_shared_with_family INTEGER NOT NULL DEFAULT 1
          CHECK (is_shared_with_family IN (0, 1));
        """),
    // A product of a catalogue's JSON has the date of its price increase from this step on.
    Migration(
      name: "lengths of offers, codes of a customer, and grace after paid periods",
      sql: offerPeriodCounts + redeemedCodes + paidToPaidGrace),
    Migration(name: "rules of the store", sql: storeRules),
    Migration(name: "values of notifications", sql: notificationData),
    Migration(name: "keys of the App Store Server API", sql: apiKeys),
    Migration(name: "last modifications of transactions", sql: modifications),
    // An event can set the app account token of a transaction from this step on.
    Migration(name: "app account tokens of servers", sql: ""),
    Migration(name: "extensions that a developer requests", sql: grantedExtensions),
    // A refund request can have what the developer's server reports from this step on.
    Migration(name: "reports about refund requests", sql: ""),
    Migration(name: "extensions of all subscribers", sql: massExtensions),
    Migration(name: "notifications that are sent", sql: outbox),
  ]

  /// The steps that were written after the step of the rule `notifications`.
  private static let stepsAfterRules = [
    Migration(name: "the next notification of each customer", sql: nextNotifications),
    Migration(name: "the order of attempts", sql: attemptOrder),
    // A refund request can have the date of the latest consumption request from this step on.
    Migration(name: "repeated consumption requests", sql: consumptionRequests),
    Migration(name: "notifications of a transaction", sql: notificationsOfTransaction),
    // The settings of notifications can have a version from this step on.
    Migration(name: "the shared secret, and version 1 of notifications", sql: sharedSecret),
    Migration(name: "the environment of the store", sql: environment),
  ]

  static let migrator = migrator(migrations)

  static func migrator(_ migrations: [Migration]) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for migration in migrations {
      migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
    }
    return migrator
  }

  /// Marks the file as ours: "SKDM" in ASCII.
  static let applicationID = 0x534B_444D

  /// Returns whether a file has taken all steps.
  ///
  /// - Throws: ``ForeignDatabaseError`` for another program's database, ``BackupSchemaError`` for a backup,
  ///   ``NewerSchemaError`` for a file of a later version, and ``UnreleasedSchemaError`` for a file from before
  ///   the first release.
  static func isCurrent(_ db: Database, _ migrator: DatabaseMigrator) throws -> Bool {
    guard try hasReadableMigrations(db) else { throw ForeignDatabaseError() }
    let isCurrent = try migrator.hasCompletedMigrations(db)
    guard try isCurrent || !isUnreleased(db, migrator) else { throw UnreleasedSchemaError() }
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
    guard id != BackupFile.applicationID else { throw BackupSchemaError() }
    guard try id == applicationID || isEmpty(db) else { throw ForeignDatabaseError() }
    guard try !migrator.hasBeenSuperseded(db) else { throw NewerSchemaError() }
    return isCurrent
  }

  /// Returns whether a store was made in the file: one with tables and no settings was not.
  static func holdsStore(_ db: Database) throws -> Bool {
    try db.tableExists("store")
      && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM store)") == true
  }

  /// Returns whether the file has no table, index, trigger or view.
  static func isEmpty(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Returns whether nothing but steps of a store's schema has been written to the file.
  static func isOwn(_ db: Database) throws -> Bool {
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
    guard id == 0 || id == applicationID else { return false }
    if try isEmpty(db) { return true }
    guard try hasReadableMigrations(db) else { return false }
    let taken = try migrator.appliedIdentifiers(db)
    guard taken.isEmpty else { return taken.isSubset(of: migrations.map(\.name)) }
    return try String.fetchSet(db, sql: "SELECT tbl_name FROM sqlite_schema") == ["grdb_migrations"]
  }

  /// Returns whether the file took the first step before its release, when it had no refunds.
  private static func isUnreleased(_ db: Database, _ migrator: DatabaseMigrator) throws -> Bool {
    guard try migrator.appliedIdentifiers(db).contains("first"), try db.tableExists("transaction")
    else { return false }
    return try !db.columns(in: "transaction").contains { $0.name == "refunded" }
  }

  /// The first step was once edited in place: files that took it earlier do not have these.
  private static let passwords = """
    CREATE TABLE IF NOT EXISTS password (
      account INTEGER PRIMARY KEY REFERENCES account (id),
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      salt BLOB NOT NULL CHECK (length(salt) = 16),
      rounds INTEGER NOT NULL CHECK (rounds > 1 AND rounds & (rounds - 1) = 0),
      block_size INTEGER NOT NULL CHECK (block_size > 0),
      parallelism INTEGER NOT NULL CHECK (parallelism > 0)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS sign_in_of_account ON sign_in (account);
    """

  /// An operator can set the store's time back, which begins a new generation of its clock.
  private static let clockGenerations = """
    ALTER TABLE store ADD COLUMN clock_generation INTEGER NOT NULL DEFAULT 0
      CHECK (clock_generation >= 0);
    DROP TRIGGER store_never_goes_back;
    CREATE TRIGGER store_never_goes_back BEFORE UPDATE ON store
    WHEN NEW.clock_generation < OLD.clock_generation
      OR NEW.last_now < OLD.last_now AND NEW.clock_generation = OLD.clock_generation
    BEGIN SELECT RAISE(ABORT, 'a store never goes back'); END;
    """

  /// Each sign-in reads the costs of all passwords.
  private static let passwordCosts = """
    CREATE INDEX password_cost ON password (rounds, block_size, parallelism);
    """

  /// Billing, prices, extensions and win-back, the settings for them, and notifications.
  ///
  /// A price change reads the subscriptions of one next plan.
  private static let lifeOfPlan = """
    ALTER TABLE subscription ADD COLUMN billing_issue TEXT
      CHECK (billing_issue IS NULL OR json_valid(billing_issue));
    ALTER TABLE subscription ADD COLUMN price_increase TEXT
      CHECK (price_increase IS NULL OR json_valid(price_increase));
    ALTER TABLE subscription ADD COLUMN preserved_price TEXT
      CHECK (preserved_price IS NULL OR json_valid(preserved_price));
    ALTER TABLE subscription ADD COLUMN extension_dates TEXT
      CHECK (extension_dates IS NULL OR json_valid(extension_dates));
    ALTER TABLE subscription ADD COLUMN paid_days INTEGER NOT NULL DEFAULT 0
      CHECK (paid_days >= 0);
    ALTER TABLE subscription ADD COLUMN last_win_back_date INTEGER;
    CREATE INDEX subscription_of_next_plan ON subscription (auto_renew_preference)
      WHERE due_date IS NOT NULL;
    ALTER TABLE store ADD COLUMN is_renewal_limited INTEGER NOT NULL DEFAULT 1
      CHECK (is_renewal_limited IN (0, 1));
    ALTER TABLE store ADD COLUMN grace_period INTEGER NOT NULL DEFAULT 0
      CHECK (grace_period IN (0, 3, 16, 28));
    ALTER TABLE store ADD COLUMN renewals_fail INTEGER NOT NULL DEFAULT 0
      CHECK (renewals_fail IN (0, 1));
    -- Of the file that was imported last; an operator's later changes do not change it.
    ALTER TABLE catalogue ADD COLUMN file_digest TEXT CHECK (length(file_digest) = 64);
    ALTER TABLE event ADD COLUMN notifications TEXT
      CHECK (notifications IS NULL OR json_valid(notifications));
    """

  /// A product of a catalogue's JSON may not be for sale from this step on.
  private static let offerKeys = """
    -- The public halves of the keys with which app servers sign offers.
    CREATE TABLE offer_key (
      id TEXT PRIMARY KEY CHECK (id <> ''),
      public_key BLOB NOT NULL CHECK (length(public_key) = 64),
      date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The offer that a subscriber has redeemed for the next period.
  ///
  /// An order may name a promotional offer from this step on.
  private static let nextOffers = """
    ALTER TABLE subscription ADD COLUMN next_offer TEXT
      CHECK (next_offer IS NULL OR json_valid(next_offer));
    """

  /// Codes, and which customers have redeemed them; a one-time purchase may have the offer of one.
  private static let offerCodes = """
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
    ALTER TABLE "transaction" ADD COLUMN one_time_offer TEXT
      CHECK (one_time_offer IS NULL OR group_id IS NULL);
    """

  /// A signature of an offer is accepted once.
  private static let offerNonces = """
    CREATE TABLE offer_nonce (
      key_id TEXT NOT NULL CHECK (key_id <> ''),
      nonce TEXT NOT NULL CHECK (nonce <> ''),
      signed_date INTEGER NOT NULL,
      PRIMARY KEY (key_id, nonce)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX offer_nonce_signed ON offer_nonce (signed_date);

    """

  /// A page of what a device has to deliver reads neither what another device delivers nor more than
  /// the page.
  private static let unfinishedOfDevice = """
    DROP INDEX transaction_unfinished;
    CREATE INDEX transaction_unfinished ON "transaction" (customer, id)
      WHERE is_finished = 0 AND type <> 'Consumable';
    CREATE INDEX consumable_unfinished ON "transaction" (customer, device, id)
      WHERE is_finished = 0 AND type = 'Consumable';
    """

  /// A price change reads the subscriptions of one present plan too.
  ///
  /// The preserved prices of a JSON text may be an array from this step on.
  private static let presentPlans = """
    CREATE INDEX subscription_of_present_plan
      ON subscription (json_extract(term, '$.productID')) WHERE due_date IS NOT NULL;
    """

  /// If many subscriptions are due at the same time, which is usual with a frozen clock, the first of
  /// them are found without sorting all.
  private static let dueDatesByCustomer = """
    DROP INDEX subscription_due;
    CREATE INDEX subscription_due ON subscription (due_date, customer) WHERE due_date IS NOT NULL;
    """

  /// An account that somebody signed up for is not the local customer's from this step on.
  ///
  /// Of an account with a password it is not known who made it: the operator can say that it is
  /// local, by giving it another password.
  private static let localAccounts = """
    -- The accounts that customers of the store's own machine use, without a password.
    CREATE TABLE local_account (account INTEGER PRIMARY KEY REFERENCES account (id)) STRICT;
    INSERT INTO local_account SELECT id FROM account
      WHERE id NOT IN (SELECT account FROM password);
    """

  /// A page of a history reads neither finished consumables that it does not list nor what is on
  /// another page.
  ///
  /// The conditions are written with `NOT`, so that SQLite takes these indexes for no other query.
  private static let historyPages = """
    CREATE INDEX transaction_listed ON "transaction" (customer, id)
      WHERE NOT (type = 'Consumable' AND is_finished = 1 AND revocation_date IS NULL);
    CREATE INDEX consumable_listed ON "transaction" (customer, product_id, id)
      WHERE type = 'Consumable' AND NOT (is_finished = 1 AND revocation_date IS NULL);
    CREATE INDEX transaction_by_date ON "transaction" (purchase_date, id);
    """
}
