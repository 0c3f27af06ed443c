/// How often an app may call an endpoint of Apple's service, in requests per second.
///
/// Apple enforces the limits by the hour. Source: "Identifying rate limits" in the documentation of the
/// App Store Server API, for production.
enum EndpointRate: Int, Sendable {
  case frequent = 50
  case occasional = 20
  case rare = 10
  case single = 1

  /// The requests in an hour, at this percentage of the limits of production.
  func requestsPerHour(percent: Int) -> Int { rawValue * 36 * percent }
}
