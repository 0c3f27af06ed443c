import Foundation
import TerminalUI
import Testing

/// Each kind of terminal that the palette knows.
private let palettes: [Palette] = ColorDepth.allCases.flatMap { depth in
  [Background?.none, .dark, .light].map { Palette(depth: depth, background: $0) }
}

@Suite struct PaletteTests {
  @Test(arguments: palettes, Role.allCases)
  func `every colour can be read on every background that it is for`(palette: Palette, role: Role) {
    guard let color = palette.look(of: Style(role)).color else { return }
    let backgrounds = palette.background.map { [$0] } ?? Background.allCases

    for background in backgrounds {
      let paper: RGB = background == .dark ? .black : .white
      #expect(contrast(RGB(xterm: color), paper) >= 4.5, "\(role) on \(background)")
    }
  }

  @Test(arguments: palettes)
  func `only signs, actions and muted text have colours`(palette: Palette) {
    for role in [Role.plain, .title, .price] {
      #expect(palette.look(of: Style(role)) == Look())
    }
  }

  @Test func `the three signs and the actions differ wherever the background is known`() {
    for palette in palettes where palette.depth == .indexed {
      let colors = [Role.good, .warn, .bad, .accent].compactMap {
        palette.look(of: Style($0)).color
      }
      #expect(Set(colors).count == 4)
    }
  }

  @Test(arguments: Role.allCases)
  func `without colour no role has one, and sixteen colours are enough for the others`(role: Role) {
    for palette in palettes {
      let color = palette.look(of: Style(role)).color
      switch palette.depth {
      case .none: #expect(color == nil)
      case .sixteen: #expect((color ?? 0) < 16)
      // The first sixteen are the user's own, and may be anything.
      case .indexed: #expect((color ?? 16) >= 16)
      }
    }
  }

  @Test func `a cell below another layer is dim, whatever its role is`() {
    for palette in palettes {
      let looks = Role.allCases.map { palette.look(of: Style($0, isBold: true).dimmed()) }
      #expect(Set(looks).count == 1)
    }
  }

  @Test func `bold, reverse and underline stay on every terminal`() {
    for palette in palettes {
      let look = palette.look(of: Style.muted.bold().reversed().underlined())
      #expect(look.isBold && look.isReversed && look.isUnderlined)
    }
  }

  /// The contrast ratio of the Web Content Accessibility Guidelines.
  private func contrast(_ one: RGB, _ other: RGB) -> Double {
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  private func luminance(_ color: RGB) -> Double {
    0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  private func linear(_ part: UInt8) -> Double {
    let part = Double(part) / 255
    return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
}

@Suite struct RGBTests {
  @Test(
    arguments: [
      (9, RGB(255, 0, 0)), (16, .black), (231, .white), (81, RGB(95, 215, 255)),
      (232, RGB(8, 8, 8)), (255, RGB(238, 238, 238)),
    ] as [(UInt8, RGB)])
  func `a number of xterm's 256 is the colour that xterm draws`(number: UInt8, color: RGB) {
    #expect(RGB(xterm: number) == color)
  }
}

@Suite struct ColorChoiceTests {
  @Test(
    arguments: [
      ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["CLICOLOR": "0"], false),
      (["CLICOLOR": "1"], true), (["NO_COLOR": "1", "FORCE_COLOR": "1"], false),
      (["CLICOLOR": "0", "FORCE_COLOR": "1"], false), (["FORCE_COLOR": "1"], true),
    ] as [([String: String], Bool)])
  func `on a terminal the environment can only switch colour off`(
    environment: [String: String], usesColor: Bool
  ) {
    #expect(ColorChoice.auto.usesColor(environment) == usesColor)
  }

  @Test(
    arguments: [
      ([:], false), (["FORCE_COLOR": "1"], true), (["CLICOLOR_FORCE": "1"], true),
      (["FORCE_COLOR": ""], false), (["CLICOLOR_FORCE": "0"], false), (["CLICOLOR": "1"], false),
      (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
    ] as [([String: String], Bool)])
  func `elsewhere it can only switch colour on`(environment: [String: String], usesColor: Bool) {
    #expect(ColorChoice.auto.usesColor(environment, isTerminal: false) == usesColor)
  }

  @Test func `the user's choice comes before the environment's`() {
    #expect(ColorChoice.always.usesColor(["NO_COLOR": "1"], isTerminal: false))
    #expect(!ColorChoice.never.usesColor(["FORCE_COLOR": "1"]))
  }
}

@Suite struct ThemeTests {
  @Test(
    arguments: [
      ([:], nil), (["COLORFGBG": "15;0"], .dark), (["COLORFGBG": "0;15"], .light),
      (["COLORFGBG": "0;default;7"], .light), (["COLORFGBG": "7;8"], .dark),
      (["COLORFGBG": "15;default"], nil), (["COLORFGBG": "15;99"], nil), (["TERM": "linux"], .dark),
      (["TERM": "linux", "COLORFGBG": "0;15"], .light), (["TERM": "xterm-256color"], nil),
    ] as [([String: String], Background?)])
  func `the environment may name the background, and the consoles are black`(
    environment: [String: String], background: Background?
  ) {
    #expect(Theme.auto.background(environment) == background)
  }

  @Test func `the user's choice of a background comes first`() {
    #expect(Theme.light.background(["COLORFGBG": "15;0"]) == .light)
    #expect(Theme.dark.background(["COLORFGBG": "0;15"]) == .dark)
  }
}
