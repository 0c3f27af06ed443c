import StoreAPI

// The link; `reading` is what the monotonic clock showed.
extension CustomerState {
  /// Takes the time and the catalogue of an answer; `asked` is ``StoreLink/answerCounts`` when the question was
  /// asked.
  mutating func answered<Value>(
    _ answer: Answer<Value>, at reading: Duration, asked: StoreLink.AnswerCounts
  ) -> [Action] {
    let actions = answered(answer.time, at: reading, asked: asked)
    link.sells(answer.catalogue, asked: asked)
    return actions
  }

  /// `asked` is ``StoreLink/answerCounts`` when the question was asked.
  mutating func answered(
    _ time: StoreTime, at reading: Duration, asked: StoreLink.AnswerCounts
  ) -> [Action] {
    let old = link
    let actions =
      publish(link.answered(time, at: reading, asked: asked))
      + (old.offlineSince != nil ? [.recoverOrders] : [])
      + (old.offlineSince != nil || old.state == .signedOut ? [.announceUnfinished] : [])
      + (old.state == .signedOut ? [.listenAnew] : [])
    rollbackCheck.answered()
    let epoch = old.clock.answered.epoch
    guard link.clock.answered.epoch != epoch else { return actions }
    known.forget()
    pending = [:]
    ordersInFlight = OrdersInFlight()
    (kept, finishedElsewhere, received) = ([], [], ReceivedIdentities())
    rollbackCheck.lost()
    return [.beginEpoch(time), .detectRollback] + actions
  }

  /// If the stream is open, it begins anew: a quiet one would not show that the store answers again.
  mutating func failed(_ error: StoreError, at reading: Duration) -> [Action] {
    let published = publish(link.failed(error, at: reading))
    if link.state != .online { rollbackCheck.lost() }
    guard link.offlineSince != nil, known.isFollowed else { return published }
    known.streamEnded()
    return published + [.listenAnew]
  }

  /// The stream of updates has ended; `silence` is the reason if it was silent for too long.
  mutating func streamEnded(silence: String? = nil, at reading: Duration) -> [Action] {
    known.streamEnded()
    rollbackCheck.lost()
    return publish(link.streamEnded(silentFor: silence, at: reading))
  }

  /// The listener has tried in vain to reach the store.
  mutating func reconnectFailed() -> [Action] { publish(link.publishReason()) }

  private func publish(_ connection: StoreSession.Connection?) -> [Action] {
    connection.map { [.publish($0)] } ?? []
  }
}
