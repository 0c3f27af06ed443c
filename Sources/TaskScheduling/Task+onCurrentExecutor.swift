extension Task where Failure == Never {
  /// Starts an unstructured task that prefers the executor that the current task prefers.
  ///
  /// `Task { }` always starts on the threads that all tasks share. All of them may be blocked,
  /// which may be why a caller has chosen another executor. A task that this caller waits for must
  /// run there too.
  package static func onCurrentExecutor(
    _ operation: sending @escaping @isolated(any) () async -> Success
  ) -> Self {
    let current = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
    return Task(executorPreference: current, operation: operation)
  }
}
