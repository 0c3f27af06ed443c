import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// Emoji instead of pictures.
@Suite(.hangLimit) struct EmojiTests {
  @Test func `names begin in one column, whatever the width of their emoji`() async {
    let demo = await Sample.demo(Sample.facts(), emoji: true)
    let presentation = demo.presentation
    let widths = presentation.productIDs.filter { presentation[$0].emoji != nil }
      .map { Width.columns(presentation.sign(of: $0)) }

    #expect(Set(widths) == [3])
  }

  @Test func `emoji come when the terminal has said that it draws them as they are counted`() async
  {
    var demo = await Sample.demo(Sample.facts())
    #expect(!demo.presentation.usesEmoji)
    demo.send(.emojiFit)
    #expect(demo.presentation.usesEmoji)
  }

  @Test func `every emoji is asked for once`() async {
    let presentation = await Sample.demo(Sample.facts()).presentation
    let emoji = presentation.allEmoji
    #expect(!emoji.isEmpty && Set(emoji).count == emoji.count)
  }
}
