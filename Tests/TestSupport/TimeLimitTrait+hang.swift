package import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs.
  ///
  /// It is long, because all tests share few threads, which another program may keep busy.
  package static var hangLimit: Self { .timeLimit(.minutes(5)) }
}
