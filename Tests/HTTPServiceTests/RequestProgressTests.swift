import HTTPService
import Testing

@Suite struct RequestProgressTests {
  @Test func `a connection stays open after complete requests`() {
    var progress = RequestProgress()
    for _ in 1...3 {
      let mayCome = progress.begin()
      progress.complete()
      #expect(mayCome)
      let (isLast, isOver) = (progress.answerIsLast(), progress.answer())
      #expect(!isLast && !isOver)
    }

    #expect(!progress.isOver)
  }

  @Test func `an answer before the end of its request is the connection's last answer`() {
    var progress = RequestProgress()
    _ = progress.begin()

    let isLast = progress.answerIsLast()
    progress.complete()
    let wasLast = progress.answer()

    #expect(isLast && wasLast && progress.isOver)
  }

  @Test func `bytes that are not a request are refused, unless an answer is still to be sent`() {
    var fresh = RequestProgress()
    var busy = RequestProgress()
    _ = busy.begin()
    busy.complete()

    let (isFreshRefused, isBusyRefused) = (fresh.refuse(), busy.refuse())

    #expect(isFreshRefused && !isBusyRefused)
    #expect(fresh.isOver && busy.isOver)
  }

  @Test func `a stream is its connection's last answer, and no request may follow`() {
    var progress = RequestProgress()
    _ = progress.begin()
    progress.complete()

    let mayBegin = progress.beginStream()
    let (isLast, mayFollow) = (progress.answerIsLast(), progress.begin())
    let wasLast = progress.answer()

    #expect(mayBegin && isLast && wasLast)
    #expect(!mayFollow)
  }

  @Test func `a stream does not begin if another request has already arrived`() {
    var progress = RequestProgress()
    for _ in 1...2 {
      _ = progress.begin()
      progress.complete()
    }

    let mayBegin = progress.beginStream()

    #expect(!mayBegin)
  }
}
