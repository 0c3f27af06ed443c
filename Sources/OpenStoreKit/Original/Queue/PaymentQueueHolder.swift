import Synchronization

/// The payment queue of a process or a session, which is made when it is first used.
final class PaymentQueueHolder: Sendable {
  private let kept = Mutex<SKPaymentQueue?>(nil)

  /// Returns the queue, which `make` makes at the first call.
  func queue(_ make: () -> SKPaymentQueue) -> SKPaymentQueue {
    kept.withLock { kept in
      if let queue = kept { return queue }
      let queue = make()
      kept = queue
      return queue
    }
  }
}

extension SKPaymentQueue {
  /// The queue of the task's session; the process's queue if the task has no session of its own.
  static var current: SKPaymentQueue {
    let process = StoreSession.process
    guard let session = StoreSession.current else {
      return process.paymentQueue.queue { SKPaymentQueue(of: process) }
    }
    return session.paymentQueue.queue { SKPaymentQueue(of: process, session: session) }
  }
}
