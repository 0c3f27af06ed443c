extension DatabaseSchema {
  /// The notifications that are sent to the app's server, and the attempts to send them.
  ///
  /// A notification is written with its event. The indexes `notification_due` and `notification_untried`
  /// find what is sent next; the others find a page of the history for each of its filters.
  static let outbox = """
    CREATE TABLE notification (
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
      -- On the store's clock.
      next_attempt_date INTEGER,
      -- On the machine's clock: until then a process sends it.
      claimed_until INTEGER,
      UNIQUE (event, position),
      CHECK ((event IS NULL) = (position IS NULL)),
      CHECK ((event IS NULL) = (details IS NOT NULL)),
      CHECK (attempts = 0 OR signed_payload IS NOT NULL),
      CHECK (attempts > 0 OR next_attempt_date IS NOT NULL),
      CHECK (is_delivered = 0 OR attempts > 0 AND next_attempt_date IS NULL)
    ) STRICT;
    CREATE INDEX notification_due ON notification (next_attempt_date, number)
      WHERE next_attempt_date IS NOT NULL;
    CREATE INDEX notification_untried ON notification (customer, number) WHERE attempts = 0;
    CREATE INDEX notification_by_date ON notification (date, number);
    CREATE INDEX notification_of_customer ON notification (customer, date, number);
    CREATE INDEX notification_of_type ON notification (type, date, number);
    CREATE INDEX notification_of_subtype ON notification (type, subtype, date, number)
      WHERE subtype IS NOT NULL;
    CREATE INDEX undelivered_by_date ON notification (date, number) WHERE is_delivered = 0;
    CREATE INDEX undelivered_of_customer ON notification (customer, date, number)
      WHERE is_delivered = 0;
    CREATE INDEX undelivered_of_type ON notification (type, date, number) WHERE is_delivered = 0;
    CREATE TABLE notification_attempt (
      notification INTEGER NOT NULL REFERENCES notification (number) ON DELETE CASCADE,
      -- Counted from 1.
      number INTEGER NOT NULL CHECK (number > 0),
      date INTEGER NOT NULL,
      result TEXT NOT NULL CHECK (result <> ''),
      PRIMARY KEY (notification, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER notification_keeps_what_was_signed BEFORE UPDATE ON notification
    WHEN NEW.uuid <> OLD.uuid OR OLD.signed_payload <> NEW.signed_payload
      OR OLD.signed_payload IS NOT NULL AND NEW.signed_payload IS NULL
    BEGIN SELECT RAISE(ABORT, 'a notification is signed once'); END;
    """
}
