// The benchmarks are linked with Swift's static library, which has no Testing.
#if canImport(Testing)
package import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs.
  ///
  /// It is long: beside four busy programs, a test that runs hundreds of processes takes half an hour on
  /// two processors. ``Patience`` ends a wait much earlier.
  package static var hangLimit: Self { .limit(minutes: 15) }

  /// Ends a test that has run for so long on four processors.
  ///
  /// The fewer processors there are, the longer a test waits for the others.
  package static func limit(minutes: Int) -> Self {
    .timeLimit(.minutes(minutes * max(1, 4 / Processors.count)))
  }
}
#endif
