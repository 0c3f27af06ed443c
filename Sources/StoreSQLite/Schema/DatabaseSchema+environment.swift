extension DatabaseSchema {
  /// The environment that signed data names; a store from before this step is a sandbox.
  static let environment = """
    ALTER TABLE store ADD COLUMN environment TEXT NOT NULL DEFAULT 'Sandbox'
      CHECK (environment IN ('Production', 'Sandbox', 'Xcode'));
    CREATE TRIGGER store_keeps_its_environment BEFORE UPDATE ON store
    WHEN NEW.environment <> OLD.environment
    BEGIN SELECT RAISE(ABORT, 'a store keeps its environment'); END;
    """
}
