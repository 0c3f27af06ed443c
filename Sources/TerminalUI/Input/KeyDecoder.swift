/// Makes input from the bytes that a terminal sends, however they are split over reads.
///
/// Keys, pasted text, replies, reports and the mouse share one stream. A whole sequence that has no
/// meaning here is dropped whole, so that none of its bytes is taken for a key. Nothing
/// keeps the decoder waiting for ever: ``pause()`` ends whatever has begun.
///
/// The grammar is that of ECMA-48, with xterm's exceptions to it.
package struct KeyDecoder: Hashable, Sendable {
  /// The longest text of a paste, in bytes of UTF-8; a longer one keeps its beginning.
  package static let longestPaste = 65_536

  private enum State: Hashable {
    case ground
    /// Inside a character of several bytes.
    case character
    case escape
    /// After CSI or SS3.
    case sequence
    /// In the three bytes of the oldest mouse reports.
    case mouse
    /// A function key of Linux' console.
    case consoleFunction
    /// After OSC, DCS, APC, PM or SOS. `ends` are the bytes that end it besides ST.
    case string(ends: Set<UInt8>)
    case stringEscape
    case paste
  }

  private var state = State.ground
  /// The bytes so far: of a character, the parameters of a sequence, or a pasted text.
  private var collected: [UInt8] = []
  /// The byte after Escape, or the C1 control without its high bit.
  private var introducer: UInt8 = 0
  /// Whether nothing has followed Escape and the introducer, which could be Alt with that key.
  private var mayBeAlt = false
  /// Whether the key that has begun is discarded.
  private var isDiscarded = false
  /// The number of bytes of ``Bytes/pasteEnd`` that the last bytes of a paste match.
  private var matchedEnd = 0
  /// Whether the last thing was a paste that a pause has ended: its rest may come late.
  private var mayGetLateRest = false
  /// The last bytes of that rest, which may be the beginning of its end.
  private var lateRest: [UInt8] = []
  private let terminalKeys: [[UInt8]: Key]

  /// - Parameter terminalKeys: The key sequences in the terminal's own description; they take
  ///   precedence over the common ones.
  package init(terminalKeys: [[UInt8]: Key] = [:]) {
    self.terminalKeys = terminalKeys
  }

  /// The input that the decoder waits for.
  package enum Expectation: Hashable, Sendable {
    /// Whether an Escape is the key or begins a sequence.
    case afterEscape
    /// The end of a sequence or a string.
    case end
    /// The rest of a paste, which a slow line can hold back for longer.
    case paste
  }

  /// The input that has begun, which ``pause()`` must end if nothing more comes; `nil` between
  /// inputs.
  package var expectation: Expectation? {
    switch state {
    case .ground: mayGetLateRest ? .paste : nil
    case .escape: .afterEscape
    case .paste: .paste
    default: .end
    }
  }

  /// The events that the bytes of one read complete, oldest first.
  ///
  /// After a pause has ended a paste, and until another pause, all bytes are the late rest of the
  /// paste, even those that look like keys. They are dropped through the end of the paste, or until
  /// another paste begins. Control-C ends the program all the same: it is a signal, not a byte.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    guard mayGetLateRest else { return decodeAll(bytes) }
    let late = lateRest + Array(bytes)
    let end = late.firstRange(of: Bytes.pasteEnd)
    let rest = late[..<(end?.lowerBound ?? late.endIndex)]
    guard
      let next = rest.firstRange(of: Bytes.wholePasteBegin)?.lowerBound ?? end?.upperBound
    else {
      lateRest = late.suffix(Bytes.pasteEnd.count - 1)
      return []
    }
    forget()
    return decodeAll(late[next...])
  }

  /// Discards an unfinished key or paste, and no longer expects the rest of a paste.
  ///
  /// After another program has used the terminal, that input is out of date.
  package mutating func forget() {
    reset()
    mayGetLateRest = false
    lateRest = []
  }

  private mutating func decodeAll(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for byte in bytes { decode(byte, &events) }
    return events
  }

  /// Ends what has begun, because nothing more has come for a while.
  ///
  /// A paste whose end was lost becomes the text so far. A lone Escape becomes that key, and Escape
  /// with the beginning of a sequence becomes Alt with a key. The rest does nothing.
  package mutating func pause() -> [TerminalEvent] {
    defer {
      // Only once: what comes after another pause is not the rest of the paste.
      let wasPaste = state == .paste
      forget()
      mayGetLateRest = wasPaste
    }
    switch state {
    case _ where isDiscarded: return []
    case .escape: return [.input(.key(.escape))]
    case .sequence where mayBeAlt, .string where mayBeAlt: return alt(introducer)
    case .paste: return [.input(.paste(pastedText))]
    default: return []
    }
  }

  /// Discards the key that has begun, and still recognises its other bytes.
  ///
  /// A paste is kept: it is data.
  package mutating func discardKey() {
    isDiscarded = state != .ground && state != .paste
  }
}

// MARK: - States

extension KeyDecoder {
  private enum Bytes {
    static let bell: UInt8 = 0x07
    static let cancel: UInt8 = 0x18
    static let substitute: UInt8 = 0x1A
    static let escape: UInt8 = 0x1B
    static let stringTerminator: UInt8 = 0x9C
    static let pasteBegin = Array("200".utf8)
    static let wholePasteBegin: [UInt8] = [escape] + "[200~".utf8
    static let pasteEnd: [UInt8] = [escape] + "[201~".utf8
    /// A longer sequence is not kept, and does nothing.
    static let longestSequence = 64
  }

  private mutating func reset() {
    state = .ground
    collected = []
    mayBeAlt = false
    isDiscarded = false
    matchedEnd = 0
  }

  private mutating func decode(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch state {
    case .ground: begin(byte, &events)
    case .character: continueCharacter(byte, &events)
    case .escape: decodeAfterEscape(byte, &events)
    case .sequence: continueSequence(byte, &events)
    case .mouse: continueMouse(byte, &events)
    case .consoleFunction: endConsoleFunction(byte, &events)
    case .string(let ends): continueString(byte, ends: ends)
    case .stringEscape: endString(byte, &events)
    case .paste: continuePaste(byte, &events)
    }
  }

  private mutating func begin(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch byte {
    case Bytes.escape: state = .escape
    case ..<0x80: events += TerminalEvent(scalar: Unicode.Scalar(byte)).map { [$0] } ?? []
    case 0x80..<0xA0: _ = introduce(byte - 0x40, isEightBit: true)
    case 0xC2...0xF4:
      state = .character
      collected = [byte]
    default: break
    }
  }

  private mutating func continueCharacter(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    guard (0x80..<0xC0).contains(byte) else { return again(byte, &events) }
    collected.append(byte)
    let length = collected[0] < 0xE0 ? 2 : collected[0] < 0xF0 ? 3 : 4
    guard collected.count == length else { return }
    defer { reset() }
    let text = isDiscarded ? nil : String(validating: collected, as: UTF8.self)
    events += text?.unicodeScalars.first.flatMap(TerminalEvent.init(scalar:)).map { [$0] } ?? []
  }

  private mutating func decodeAfterEscape(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    guard !introduce(byte, isEightBit: false) else { return }
    if !isDiscarded { events.append(.input(.key(.escape))) }
    again(byte, &events)
  }

  /// Begins the sequence or string of an introducer; returns false if the byte is not an
  /// introducer.
  private mutating func introduce(_ byte: UInt8, isEightBit: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"): state = .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      // In UTF-8 the byte of ST can be a part of a letter, unless all controls are of eight bits.
      state = .string(
        ends: Set(
          (byte == UInt8(ascii: "]") ? [Bytes.bell] : [])
            + (isEightBit ? [Bytes.stringTerminator] : [])))
    default: return false
    }
    introducer = byte
    mayBeAlt = !isEightBit
    return true
  }

  /// Drops what has begun, and decodes a byte that cannot be a part of it.
  private mutating func again(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    reset()
    begin(byte, &events)
  }

  private func alt(_ byte: UInt8) -> [TerminalEvent] {
    [.input(.key(.escape)), .input(.key(.character(Character(Unicode.Scalar(byte)))))]
  }
}

// MARK: - Sequences

extension KeyDecoder {
  private mutating func continueSequence(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    mayBeAlt = false
    switch byte {
    case 0x20..<0x40:
      if collected.count <= Bytes.longestSequence { collected.append(byte) }
    case 0x40..<0x7F: endSequence(byte, &events)
    default: again(byte, &events)
    }
  }

  private mutating func endSequence(_ final: UInt8, _ events: inout [TerminalEvent]) {
    let (introducer, parameters, wasDiscarded) = (introducer, collected, isDiscarded)
    reset()
    switch (introducer, parameters, final) {
    case (UInt8(ascii: "["), [], UInt8(ascii: "M")): (state, isDiscarded) = (.mouse, wasDiscarded)
    case (UInt8(ascii: "["), [], UInt8(ascii: "[")): state = .consoleFunction
    case (UInt8(ascii: "["), Bytes.pasteBegin, UInt8(ascii: "~")): state = .paste
    case _ where wasDiscarded || parameters.count > Bytes.longestSequence: break
    default:
      let event = event(introducer: introducer, parameters: parameters, final: final)
      events += event.map { [$0] } ?? []
    }
  }

  private func event(
    introducer: UInt8, parameters: [UInt8], final: UInt8
  ) -> TerminalEvent? {
    let whole = [Bytes.escape, introducer] + parameters + [final]
    if let key = terminalKeys[whole] { return .input(.key(key)) }
    if introducer == UInt8(ascii: "["),
      let report = MouseReport(parameters: parameters, final: final)
    {
      return report.event
    }
    return ControlSequence(introducer: introducer, parameters: parameters, final: final)?.event
  }

  private mutating func endConsoleFunction(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    if (0x41...0x5A).contains(byte) { reset() } else { again(byte, &events) }
  }

  private mutating func continueMouse(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    // A coordinate is at least a space, or zero if it is out of range.
    guard byte == 0 || byte >= 0x20 else { return again(byte, &events) }
    collected.append(byte)
    guard let report = MouseReport(bytes: collected) else { return }
    let event = isDiscarded ? nil : report.event
    reset()
    events += event.map { [$0] } ?? []
  }
}

// MARK: - Strings

extension KeyDecoder {
  private mutating func continueString(_ byte: UInt8, ends: Set<UInt8>) {
    mayBeAlt = false
    switch byte {
    case Bytes.escape: state = .stringEscape
    case Bytes.cancel, Bytes.substitute: reset()
    case _ where ends.contains(byte): reset()
    default: break
    }
  }

  /// After Escape, which ends a string whatever follows.
  private mutating func endString(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    reset()
    if byte == UInt8(ascii: "\\") { return }
    state = .escape
    decode(byte, &events)
  }
}

// MARK: - Pastes

extension KeyDecoder {
  private mutating func continuePaste(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    if byte == Bytes.pasteEnd[matchedEnd] {
      matchedEnd += 1
      guard matchedEnd == Bytes.pasteEnd.count else { return }
      events.append(.input(.paste(pastedText)))
      return reset()
    }
    keep(Bytes.pasteEnd.prefix(matchedEnd))
    // Escape is the marker's first byte and none of its others.
    matchedEnd = byte == Bytes.escape ? 1 : 0
    if matchedEnd == 0 { keep(CollectionOfOne(byte)) }
  }

  private mutating func keep(_ bytes: some Collection<UInt8>) {
    collected += bytes.prefix(max(0, Self.longestPaste - collected.count))
  }

  /// Without half a character at the end, where a long text was cut off.
  private var pastedText: String {
    var text = String(decoding: collected, as: UTF8.self)
    if collected.count == Self.longestPaste, text.last == "\u{FFFD}" { text.removeLast() }
    return text
  }
}
