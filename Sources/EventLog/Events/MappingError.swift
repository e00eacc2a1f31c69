/// Runs `body`, and throws what goes wrong in the terms of the layer above.
///
/// - Parameters:
///   - map: Usually the case of the error above that holds the one below.
///   - body: One expression.
package func mappingError<Below: Error, Above: Error, Value>(
    _ map: (Below) -> Above, _ body: @autoclosure () throws(Below) -> Value
) throws(Above) -> Value {
    do { return try body() } catch { throw map(error) }
}

/// Runs `body`, and throws what goes wrong in the terms of the layer above.
package func mappingError<Below: Error, Above: Error, Value>(
    _ map: (Below) -> Above, _ body: () throws(Below) -> Value
) throws(Above) -> Value {
    do { return try body() } catch { throw map(error) }
}
