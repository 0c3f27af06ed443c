import Metrics
import StoreHTTP
import Testing

@Suite struct ServerPartsTests {
  @Test func `Prometheus reads what was counted`() {
    let metrics = PrometheusMetrics()
    let labels = [("operation", "buy \"it\"\n")]
    Counter(label: "skdemo.requests", dimensions: labels, factory: metrics).increment(by: 2)
    let streams = Meter(label: "skdemo_streams", factory: metrics)
    streams.increment(by: 3)
    streams.decrement()
    let timer = Metrics.Timer(label: "skdemo_request_duration", factory: metrics)
    timer.record(duration: .milliseconds(3))
    timer.record(duration: .seconds(20))

    #expect(
      metrics.text == """
        # TYPE skdemo_request_duration_seconds histogram
        skdemo_request_duration_seconds_bucket{le="0.001"} 0
        skdemo_request_duration_seconds_bucket{le="0.0025"} 0
        skdemo_request_duration_seconds_bucket{le="0.005"} 1
        skdemo_request_duration_seconds_bucket{le="0.01"} 1
        skdemo_request_duration_seconds_bucket{le="0.025"} 1
        skdemo_request_duration_seconds_bucket{le="0.05"} 1
        skdemo_request_duration_seconds_bucket{le="0.1"} 1
        skdemo_request_duration_seconds_bucket{le="0.25"} 1
        skdemo_request_duration_seconds_bucket{le="0.5"} 1
        skdemo_request_duration_seconds_bucket{le="1"} 1
        skdemo_request_duration_seconds_bucket{le="2.5"} 1
        skdemo_request_duration_seconds_bucket{le="5"} 1
        skdemo_request_duration_seconds_bucket{le="10"} 1
        skdemo_request_duration_seconds_bucket{le="+Inf"} 2
        skdemo_request_duration_seconds_sum 20.003
        skdemo_request_duration_seconds_count 2
        # TYPE skdemo_requests_total counter
        skdemo_requests_total{operation="buy \\"it\\"\\n"} 2
        # TYPE skdemo_streams gauge
        skdemo_streams 2

        """)
  }

  @Test func `labels without end take no memory`() {
    let metrics = PrometheusMetrics()
    for number in 0..<10_000 {
      Counter(label: "paths", dimensions: [("path", "\(number)")], factory: metrics).increment()
    }

    #expect(metrics.text.split(separator: "\n").count == 2_001)
  }
}

@Suite struct RequestProgressTests {
  @Test func `a connection goes on after requests that were read and answered`() {
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

  @Test func `an answer before the end of its request is the connection's last`() {
    var progress = RequestProgress()
    _ = progress.begin()

    let isLast = progress.answerIsLast()
    progress.complete()
    let wasLast = progress.answer()

    #expect(isLast && wasLast && progress.isOver)
  }

  @Test func `bytes that are no request are refused, unless an answer is owed before`() {
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

  @Test func `a stream does not begin before a request that has come already`() {
    var progress = RequestProgress()
    for _ in 1...2 {
      _ = progress.begin()
      progress.complete()
    }

    let mayBegin = progress.beginStream()

    #expect(!mayBegin)
  }
}
