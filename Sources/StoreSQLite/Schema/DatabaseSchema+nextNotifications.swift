extension DatabaseSchema {
  /// Only the earliest of a customer's notifications that were never tried has a date.
  ///
  /// So the index `notification_due` has no notification that must wait for another one, and what
  /// is sent next is found at once, however many wait. The indexes of the history's pages have only
  /// signed notifications, because a page lists no others.
  ///
  /// SQLite cannot drop a `CHECK` constraint, so the table is created again. Only one constraint
  /// differs: a notification that was never tried may have no date.
  static let nextNotifications = """
    CREATE TABLE new_notification (
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
    INSERT INTO new_notification (
      number, uuid, type, subtype, date, customer, transaction_id, event, position, details,
      signed_payload, attempts, is_delivered, next_attempt_date, claimed_until
    ) SELECT
      number, uuid, type, subtype, date, customer, transaction_id, event, position, details,
      signed_payload, attempts, is_delivered,
      iif(attempts = 0 AND EXISTS (
          SELECT 1 FROM notification AS earlier
          WHERE earlier.attempts = 0 AND earlier.customer = notification.customer
            AND earlier.number < notification.number),
        NULL, next_attempt_date),
      claimed_until
    FROM notification;
    DROP TABLE notification;
    ALTER TABLE new_notification RENAME TO notification;
    CREATE INDEX notification_due ON notification (next_attempt_date, number)
      WHERE next_attempt_date IS NOT NULL;
    CREATE INDEX notification_untried ON notification (customer, number) WHERE attempts = 0;
    CREATE INDEX notification_by_date ON notification (date, number)
      WHERE signed_payload IS NOT NULL;
    CREATE INDEX notification_of_customer ON notification (customer, date, number)
      WHERE signed_payload IS NOT NULL;
    CREATE INDEX notification_of_type ON notification (type, date, number)
      WHERE signed_payload IS NOT NULL;
    CREATE INDEX notification_of_subtype ON notification (type, subtype, date, number)
      WHERE subtype IS NOT NULL AND signed_payload IS NOT NULL;
    CREATE INDEX undelivered_by_date ON notification (date, number)
      WHERE is_delivered = 0 AND signed_payload IS NOT NULL;
    CREATE INDEX undelivered_of_customer ON notification (customer, date, number)
      WHERE is_delivered = 0 AND signed_payload IS NOT NULL;
    CREATE INDEX undelivered_of_type ON notification (type, date, number)
      WHERE is_delivered = 0 AND signed_payload IS NOT NULL;
    CREATE INDEX undelivered_of_subtype ON notification (type, subtype, date, number)
      WHERE is_delivered = 0 AND subtype IS NOT NULL AND signed_payload IS NOT NULL;
    CREATE TRIGGER notification_keeps_what_was_signed BEFORE UPDATE ON notification
    WHEN NEW.uuid <> OLD.uuid OR OLD.signed_payload <> NEW.signed_payload
      OR OLD.signed_payload IS NOT NULL AND NEW.signed_payload IS NULL
    BEGIN SELECT RAISE(ABORT, 'a notification is signed once'); END;
    CREATE TRIGGER notification_waits AFTER INSERT ON notification
    WHEN NEW.attempts = 0 AND EXISTS (
      SELECT 1 FROM notification
      WHERE customer = NEW.customer AND attempts = 0 AND number < NEW.number)
    BEGIN
      UPDATE notification SET next_attempt_date = NULL WHERE number = NEW.number;
    END;
    CREATE TRIGGER notification_lets_the_next_go AFTER UPDATE OF attempts ON notification
    WHEN OLD.attempts = 0 AND NEW.attempts > 0
    BEGIN
      UPDATE notification SET next_attempt_date = date WHERE number = (
        SELECT number FROM notification
        WHERE customer = NEW.customer AND attempts = 0 ORDER BY number LIMIT 1);
    END;
    """
}
