#ifndef CONFORMANCES_H
#define CONFORMANCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is known of a type and a protocol without a look through all conformances.
///
/// - Parameters:
///   - type: The metadata of a type.
///   - protocol: The description of a protocol.
///   - witnesses: Where the table goes by which the type conforms; null where it does not.
/// - Returns: Whether anything is known: of classes, functions and tuples, of types of other
///   languages and of conformances on a condition nothing is, and the runtime has to look.
bool conformance_is_known(const void *type, const void *protocol, const void **witnesses);

#endif
