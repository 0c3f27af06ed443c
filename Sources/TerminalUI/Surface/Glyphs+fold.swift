extension Glyphs {
  /// A text for a terminal that shows only ASCII, in as many columns.
  ///
  /// Signs become similar characters of the ASCII set, letters lose their marks, and everything
  /// else becomes "?".
  package static func fold(_ text: String) -> String {
    guard !text.isASCII else { return text }
    var folded = ""
    for character in text { folded += fold(character).padded(to: Width.columns(of: character)) }
    return folded
  }

  private static func fold(_ character: Character) -> String {
    character.isASCII ? String(character) : replacements[character] ?? "?"
  }

  private static let replacements: [Character: String] = {
    var replacements: [Character: String] = [:]
    for (ascii, characters) in signs.merging(letters, uniquingKeysWith: +) {
      for character in characters { replacements[character] = String(ascii) }
    }
    return replacements
  }()

  /// Every line and block of Unicode, and the signs that the screens use.
  private static let signs: [Character: String] = [
    "-": "─·–—¯‐‑‒−∙┄┈╌╴╶",
    "=": "━═☰≡┅┉╍╸╺╼╾",
    "_": "▄▁▂▃▅▗▖",
    "|": "│▐║▍▎▏▕╵╷",
    "#": "┃█■▉▊▋▆▇▙▛▜▟╹╻╽╿",
    ":": "▒┆┊╎",
    "+":
      "╭╮╰╯╔╗╚╝┌┐└┘├┤┬┴┼┏┓┗┛±⊕┍┎┑┒┕┖┙┚┝┞┟┠┡┢┣┥┦┧┨┩┪┫┭┮┯┰┱┲┳┵┶┷┸┹┺┻┽┾┿╀╁╂╃"
      + "╄╅╆╇╈╉╊╋╒╓╕╖╘╙╛╜╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬",
    "/": "╱",
    "\\": "╲",
    "X": "╳",
    "<": "←↵‹◀«≤⟨",
    ">": "▌▸→›▶‣»≥⟩",
    "^": "↑▲",
    "v": "✓↓▼✔",
    "*": "●★•◆⭑✦",
    "o": "○◯°◇◎",
    ".": "◌…░☆□▫◦⋯",
    "~": "◐◑◒◓◔◕≈",
    "@": "◉↻↺⟳",
    "%": "▓▚▞",
    "\"": "▀“”▔▘▝″",
    "'": "’‘′‛",
    "!": "¡┇┋╏",
    "8": "∞",
    "x": "×✗✕✖",
    "c": "©¢",
    "r": "®",
    "E": "€",
    "L": "£",
    "Y": "¥",
    " ": "\u{A0}",
  ]

  private static let letters: [Character: String] = [
    "a": "àáâãäåāăą", "A": "ÀÁÂÃÄÅĀĂĄ", "c": "çćĉċč", "C": "ÇĆĈĊČ", "d": "ďđ", "D": "ĎĐ",
    "e": "èéêëēĕėęě", "E": "ÈÉÊËĒĔĖĘĚ", "g": "ĝğġģ", "G": "ĜĞĠĢ", "i": "ìíîïĩīĭįı",
    "I": "ÌÍÎÏĨĪĬĮİ", "l": "ĺļľŀł", "L": "ĹĻĽĿŁ", "n": "ñńņňŉ", "N": "ÑŃŅŇ",
    "o": "òóôõöøōŏő", "O": "ÒÓÔÕÖØŌŎŐ", "r": "ŕŗř", "R": "ŔŖŘ", "s": "śŝşšß", "S": "ŚŜŞŠ",
    "t": "ţťŧ", "T": "ŢŤŦ", "u": "ùúûüũūŭůűų", "U": "ÙÚÛÜŨŪŬŮŰŲ", "y": "ýÿŷ", "Y": "ÝŸŶ",
    "z": "źżž", "Z": "ŹŻŽ",
  ]
}

extension String {
  fileprivate var isASCII: Bool {
    // A loop, because this runs for every cell of a screen and must be fast.
    for byte in utf8 where byte >= 0x80 { return false }
    return true
  }
}
