package import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs.
  ///
  /// It is so long that no test meets it on a busy machine: there are few threads, and all tests share
  /// them.
  package static var hangLimit: Self { .timeLimit(.minutes(5)) }
}
