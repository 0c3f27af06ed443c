extension LayerHandle {
  /// Removes the layer, and gives the key that closed it to the program's first layer, unless another
  /// layer still covers that one: the key was not typed for a question below.
  @Screen package func pop(passing key: Key?) {
    pop()
    if let key { program.pressInFirstLayer(key) }
  }
}
