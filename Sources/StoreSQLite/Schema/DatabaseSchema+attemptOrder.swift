extension DatabaseSchema {
  /// The order in which the attempts to send notifications were recorded, over all notifications.
  ///
  /// With the index, a list that begins after an attempt costs the same however many there are. An
  /// attempt of an earlier version has no number.
  static let attemptOrder = """
    ALTER TABLE notification_attempt ADD COLUMN sequence INTEGER CHECK (sequence > 0);
    CREATE UNIQUE INDEX notification_attempt_in_order ON notification_attempt (sequence);
    """
}
