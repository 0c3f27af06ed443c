import BoundedCache
import Testing

@Suite struct GenerationCacheTests {
  @Test func `a cache has at most two generations of entries`() {
    var cache = GenerationCache<Int, Int>(capacity: 10)

    for number in 1...1_000 {
      cache.insert(number, for: number)
      #expect(cache.count <= 20)
    }

    #expect(cache.value(for: 1_000) == 1_000)
    #expect(cache.value(for: 1) == nil)
  }

  @Test func `an entry that is used stays while others come and go`() {
    var cache = GenerationCache<Int, Int>(capacity: 10)
    cache.insert(0, for: 0)

    for number in 1...1_000 {
      cache.insert(number, for: number)
      #expect(cache.value(for: 0) == 0)
    }
  }

  @Test func `a look at an entry does not count as its use`() {
    var cache = GenerationCache<Int, Int>(capacity: 10)
    cache.insert(0, for: 0)
    for number in 1...19 {
      cache.insert(number, for: number)
      #expect(cache.peek(at: 0) == 0)
    }
    #expect(cache.peek(at: 20) == nil)

    cache.insert(20, for: 20)

    #expect(cache.peek(at: 0) == nil)
  }

  @Test func `an entry stays until as many others as a generation has were used`() {
    var cache = GenerationCache<Int, Int>(capacity: 10)
    cache.insert(0, for: 0)
    for number in 1...10 { cache.insert(number, for: number) }

    #expect(cache.value(for: 0) == 0)
  }

  @Test func `a value replaces that of the same key, in either generation`() {
    var cache = GenerationCache<Int, String>(capacity: 1)
    cache.insert("old", for: 1)
    cache.insert("new", for: 1)
    #expect(cache.value(for: 1) == "new")

    cache.insert("other", for: 2)
    cache.insert("newest", for: 1)
    #expect(cache.value(for: 1) == "newest")
    #expect(cache.count == 1 + 1)
  }

  @Test func `entries are removed from both generations`() {
    var cache = GenerationCache<Int, Int>(capacity: 2)
    for number in 1...4 { cache.insert(number, for: number) }

    cache.removeAll { $0.isMultiple(of: 2) }

    #expect(cache.count == 2)
    #expect((1...4).map { cache.value(for: $0) } == [1, nil, 3, nil])
  }
}
