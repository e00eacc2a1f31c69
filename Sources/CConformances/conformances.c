/// Which types conform to which protocols, in a table. For every pair that is new to it the runtime
/// goes through all conformances of the program; here all are entered once, and found by a hash.
///
/// Only the program `ledger` is linked with `--wrap`, which puts the functions at the end in the
/// place of the runtime's. All its Swift code is in one image: what a second one has is not here.
#include "conformances.h"

#if defined(__ELF__)

// The runtime's own, of which the linker puts those at the end in the place.
extern const void *__real_swift_conformsToProtocol(
    const void *type, const void *protocol) __attribute__((weak));
extern const void *__real_swift_conformsToProtocolCommon(
    const void *type, const void *protocol) __attribute__((weak));
extern const void *__real_swift_conformsToProtocolWithExecutionContext(
    const void *type, const void *protocol, void *context) __attribute__((weak));

#ifdef __LP64__

#include <stdatomic.h>
#include <stdlib.h>

/// A conformance as the compiler writes it; what it points to is told from where it stands.
struct conformance {
    int32_t protocol;
    int32_t type;
    int32_t witnesses;
    uint32_t flags;
};

/// The conformances of the program, each as the way to it. The linker makes both names.
extern const int32_t __start_swift5_protocol_conformances[] __attribute__((visibility("hidden")));
extern const int32_t __stop_swift5_protocol_conformances[] __attribute__((visibility("hidden")));

extern const void *swift_getWitnessTable(
    const void *conformance, const void *type, const void *const *arguments);

enum {
    // Of metadata: structures, enumerations, optionals.
    first_value_kind = 0x200,
    last_value_kind = 0x202,
    // Of what describes a type: there is one description of it only.
    is_unique = 0x40,
    // Of a conformance: how its type is written, and what makes it more than a table.
    type_kind = 7 << 3,
    type_is_direct = 0 << 3,
    type_is_indirect = 1 << 3,
    conditions = 0xff << 8,
    is_isolated = 1 << 19,
};
static const uint32_t pack_conditions = 0xffu << 24;

/// Of an entry: another conformance has the same type and protocol.
static const uint32_t is_repeated = 1u << 31;

/// Numbers of conformances, from 1, where the hash of protocol and type says, or behind it.
static uint32_t *_Atomic table;
static uint32_t mask;

static const char *followed(const int32_t *way) { return (const char *)way + *way; }

static const struct conformance *at(uint32_t number) {
    return (const struct conformance *)followed(__start_swift5_protocol_conformances + number);
}

static const void *protocol_of(const struct conformance *one) {
    const int32_t way = one->protocol;
    const char *place = (const char *)&one->protocol + (way & ~1);
    return way & 1 ? *(const void *const *)place : place;
}

/// The description of the type; null for classes of other languages.
static const void *type_of(const struct conformance *one) {
    switch (one->flags & type_kind) {
    case type_is_direct: return followed(&one->type);
    case type_is_indirect: return *(const void *const *)followed(&one->type);
    default: return NULL;
    }
}

static uint32_t hash(const void *protocol, const void *type) {
    const uint64_t mixed = (uint64_t)(uintptr_t)protocol * 0x9e3779b97f4a7c15u
        ^ (uint64_t)(uintptr_t)type * 0xc2b2ae3d27d4eb4fu;
    return (uint32_t)(mixed >> 32);
}

/// The entry of a type and a protocol, or the empty one where it would be.
static uint32_t *entry(uint32_t *entries, const void *protocol, const void *type) {
    for (uint32_t place = hash(protocol, type);; place++) {
        uint32_t *found = entries + (place & mask);
        if (*found == 0) return found;
        const struct conformance *one = at((*found & ~is_repeated) - 1);
        if (protocol_of(one) == protocol && type_of(one) == type) return found;
    }
}

/// Enters all of them, once; null where there is no memory for it.
static uint32_t *entered(void) {
    const size_t count =
        (size_t)(__stop_swift5_protocol_conformances - __start_swift5_protocol_conformances);
    size_t room = 1024;
    while (room < 2 * count) room *= 2;
    static atomic_flag is_taken = ATOMIC_FLAG_INIT;
    // Whoever comes meanwhile looks as without this.
    if (atomic_flag_test_and_set(&is_taken)) return NULL;
    uint32_t *entries = calloc(room, sizeof *entries);
    if (entries == NULL) return NULL;
    mask = (uint32_t)(room - 1);
    for (uint32_t number = 0; number < count; number++) {
        const struct conformance *one = at(number);
        const void *type = type_of(one);
        if (type == NULL) continue;
        uint32_t *found = entry(entries, protocol_of(one), type);
        *found = *found == 0 ? number + 1 : *found | is_repeated;
    }
    atomic_store_explicit(&table, entries, memory_order_release);
    return entries;
}

bool conformance_is_known(const void *type, const void *protocol, const void **witnesses) {
    const uint64_t kind = *(const uint64_t *)type;
    if (kind < first_value_kind || kind > last_value_kind) return false;
    const void *description = ((const void *const *)type)[1];
    if ((*(const uint32_t *)description & is_unique) == 0) return false;
    uint32_t *entries = atomic_load_explicit(&table, memory_order_acquire);
    if (entries == NULL && (entries = entered()) == NULL) return false;
    const uint32_t found = *entry(entries, protocol, description);
    *witnesses = NULL;
    if (found == 0) return true;
    if (found & is_repeated) return false;
    const struct conformance *one = at(found - 1);
    if (one->flags & (conditions | is_isolated | pack_conditions)) return false;
    *witnesses = swift_getWitnessTable(one, type, NULL);
    return true;
}

#else

// Metadata of other widths is not read here.
bool conformance_is_known(const void *type, const void *protocol, const void **witnesses) {
    (void)type, (void)protocol, (void)witnesses;
    return false;
}

#endif

const void *__wrap_swift_conformsToProtocol(const void *type, const void *protocol) {
    const void *witnesses;
    if (conformance_is_known(type, protocol, &witnesses)) return witnesses;
    return __real_swift_conformsToProtocol(type, protocol);
}

const void *__wrap_swift_conformsToProtocolCommon(const void *type, const void *protocol) {
    const void *witnesses;
    if (conformance_is_known(type, protocol, &witnesses)) return witnesses;
    return __real_swift_conformsToProtocolCommon(type, protocol);
}

const void *__wrap_swift_conformsToProtocolWithExecutionContext(
    const void *type, const void *protocol, void *context) {
    const void *witnesses;
    if (conformance_is_known(type, protocol, &witnesses)) return witnesses;
    return __real_swift_conformsToProtocolWithExecutionContext(type, protocol, context);
}

#endif
