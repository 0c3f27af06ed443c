extension Task where Failure == Never {
  /// Begins a task of its own, which prefers the executor that the current task prefers.
  ///
  /// `Task { }` always begins on the threads that all tasks share. They can all be taken, which is why a
  /// caller may have chosen another executor; a task for which that caller waits must run there too.
  package static func onCurrentExecutor(
    _ operation: sending @escaping @isolated(any) () async -> Success
  ) -> Self {
    let current = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
    return Task(executorPreference: current, operation: operation)
  }
}
