import Metrics
import Telemetry
import Testing

@Suite struct PrometheusMetricsTests {
  @Test func `metrics are exported in Prometheus's text format`() {
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

  @Test func `the number of label combinations is limited`() {
    let metrics = PrometheusMetrics()
    for number in 0..<10_000 {
      Counter(label: "paths", dimensions: [("path", "\(number)")], factory: metrics).increment()
    }

    #expect(metrics.text.split(separator: "\n").count == 2_001)
  }
}
