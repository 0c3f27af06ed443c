/// A colour as a terminal mixes it.
package struct RGB: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package static let black = RGB(0, 0, 0)
  package static let white = RGB(255, 255, 255)

  /// A colour of xterm's 256: sixteen named ones, a cube of 216, and 24 greys.
  package init(xterm number: UInt8) {
    switch number {
    case 0..<16: self = Self.named[Int(number)]
    case 16..<232:
      let place = number - 16
      self.init(
        Self.level(place / 36), Self.level(place / 6 % 6), Self.level(place % 6))
    default:
      let grey = 8 + 10 * (number - 232)
      self.init(grey, grey, grey)
    }
  }

  /// The intensity of one of the six steps on each side of the cube.
  private static func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }

  private static let named = [
    RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
    RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
    RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
    RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
  ]
}
