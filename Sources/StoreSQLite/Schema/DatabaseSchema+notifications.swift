extension DatabaseSchema {
  /// Events have the values that their notifications had then, as far as no event says them.
  ///
  /// Events of versions before have none.
  static let notificationData = """
    ALTER TABLE event ADD COLUMN notification_data TEXT
      CHECK (notification_data IS NULL
        OR notifications IS NOT NULL AND json_valid(notification_data));
    """
}
