package import Foundation

/// The state of a store's clock, which every answer of the store includes.
package struct StoreTime: Codable, Hashable, Sendable {
  /// The time of the store's clock.
  package var now: Date
  /// Whether the clock moves only when the operator moves it.
  package var isFrozen: Bool
  package var timeRate: TimeRate
  /// A number from 1 to 2⁵³ − 1, which is drawn at random for a new store, by each reset, and for a
  /// store that is restored from a backup.
  ///
  /// Epochs are equal or not, and have no order. Data that a device kept from another epoch is no
  /// longer valid.
  package var epoch: Int
  /// The number of times that the operator has set the time back in this store.
  ///
  /// Times of one epoch are ordered by the generation first.
  package var generation: Int
  /// Set while the store answers at its last time and waits for its operator, because the machine's
  /// clock has jumped.
  package var jump: ClockJump?
  /// The errors that the store's operator simulates.
  package var simulatedErrors: SimulatedErrors

  package init(
    now: Date, isFrozen: Bool, timeRate: TimeRate, epoch: Int, generation: Int = 0,
    jump: ClockJump? = nil, simulatedErrors: SimulatedErrors = [:]
  ) {
    self.simulatedErrors = simulatedErrors
    self.now = now
    self.isFrozen = isFrozen
    self.timeRate = timeRate
    self.epoch = epoch
    self.generation = generation
    self.jump = jump
  }
}

// In JSON `generation` is absent if it is 0, `jump` if the clock has not jumped, and `simulatedErrors`
// if there are none.
extension StoreTime {
  private enum CodingKeys: String, CodingKey {
    case now, isFrozen
    case timeRate = "pace"
    case epoch, generation, jump, simulatedErrors
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    now = try container.value(.now)
    isFrozen = try container.value(.isFrozen)
    timeRate = try container.value(.timeRate)
    epoch = try container.value(.epoch)
    generation = try container.decodeIfPresent(Int.self, forKey: .generation) ?? 0
    jump = try container.decodeIfPresent(ClockJump.self, forKey: .jump)
    simulatedErrors =
      try container.decodeIfPresent(SimulatedErrors.self, forKey: .simulatedErrors) ?? [:]
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(now, forKey: .now)
    try container.encode(isFrozen, forKey: .isFrozen)
    try container.encode(timeRate, forKey: .timeRate)
    try container.encode(epoch, forKey: .epoch)
    if generation != 0 { try container.encode(generation, forKey: .generation) }
    try container.encodeIfPresent(jump, forKey: .jump)
    if !simulatedErrors.isEmpty { try container.encode(simulatedErrors, forKey: .simulatedErrors) }
  }
}

/// A value and the store's time at which it was read.
///
/// Its fields are on the heap, because each suspended call of a task that waits for an answer reserves
/// memory for the answer, and a stream of updates waits most of the time.
package struct Answer<Value: Sendable>: Sendable {
  fileprivate struct Fields: Sendable {
    var value: Value
    var time: StoreTime
    var catalogue: String?
  }

  private indirect enum Box: Sendable {
    case fields(Fields)
  }

  private var box: Box

  private var fields: Fields {
    get {
      switch box {
      case .fields(let fields): fields
      }
    }
    set { box = .fields(newValue) }
  }

  package var value: Value {
    get { fields.value }
    set { fields.value = newValue }
  }

  package var time: StoreTime {
    get { fields.time }
    set { fields.time = newValue }
  }

  /// Names what the store sells, in which storefront and locale: while it is the same, so are the
  /// products.
  ///
  /// Only equality has a meaning. `nil` in answers to accounts and to the operator, and if a store of an
  /// earlier version answered.
  package var catalogue: String? {
    get { fields.catalogue }
    set { fields.catalogue = newValue }
  }

  package init(_ value: Value, at time: StoreTime, catalogue: String? = nil) {
    box = .fields(Fields(value: value, time: time, catalogue: catalogue))
  }
}

extension Answer.Fields: Equatable where Value: Equatable {}
extension Answer.Fields: Encodable where Value: Encodable {}
extension Answer.Fields: Decodable where Value: Decodable {}

extension Answer: Equatable where Value: Equatable {
  package static func == (one: Answer, other: Answer) -> Bool { one.fields == other.fields }
}

extension Answer: Encodable where Value: Encodable {
  package func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

extension Answer: Decodable where Value: Decodable {
  package init(from decoder: any Decoder) throws { box = .fields(try Fields(from: decoder)) }
}
