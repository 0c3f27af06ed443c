import Testing

@testable import DemoApp

/// The line that is printed at Ctrl-Z.
@Suite struct StopNoticeTests {
  @Test func `a confirmed purchase is still finishing when the program stops`() async {
    var demo = await Sample.shop(Sample.facts())
    #expect(demo.stopNotice == nil)
    demo.type("b")

    _ = demo.update(hasFocus: false)
    #expect(demo.stopNotice == nil, "its sheet still asks")
    _ = demo.update(hasFocus: true)
    #expect(demo.stopNotice == "1 purchase still finishing in the background")
  }

  @Test func `other activities need no line`() async {
    var demo = await Sample.demo(Sample.facts())
    demo.type("r")
    #expect(demo.activity == .restoring && demo.stopNotice == nil)
  }
}
