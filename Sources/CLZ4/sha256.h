#ifndef CLZ4_SHA256_H
#define CLZ4_SHA256_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// SHA-256 (FIPS 180-4) with the processor's instructions, one message or two side by side: the
// rounds of one wait for each other, so that a second one costs little.

#if defined(__x86_64__)
#define CLZ4_SHA __attribute__((target("sha,sse4.1,ssse3")))
#define CLZ4_SHA_INLINE static inline __attribute__((always_inline, target("sha,sse4.1,ssse3")))

typedef int clz4_v4 __attribute__((vector_size(16)));
typedef char clz4_v16 __attribute__((vector_size(16)));

static inline int clz4_sha256_has_hardware(void) {
    uint32_t a = 7, b = 0, c = 0, d = 0;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return (b >> 29 & 1) != 0 && __builtin_cpu_supports("sse4.1") != 0;
}

static const uint32_t clz4_sha256_k[64] = {
    0x428A2F98u, 0x71374491u, 0xB5C0FBCFu, 0xE9B5DBA5u, 0x3956C25Bu, 0x59F111F1u, 0x923F82A4u,
    0xAB1C5ED5u, 0xD807AA98u, 0x12835B01u, 0x243185BEu, 0x550C7DC3u, 0x72BE5D74u, 0x80DEB1FEu,
    0x9BDC06A7u, 0xC19BF174u, 0xE49B69C1u, 0xEFBE4786u, 0x0FC19DC6u, 0x240CA1CCu, 0x2DE92C6Fu,
    0x4A7484AAu, 0x5CB0A9DCu, 0x76F988DAu, 0x983E5152u, 0xA831C66Du, 0xB00327C8u, 0xBF597FC7u,
    0xC6E00BF3u, 0xD5A79147u, 0x06CA6351u, 0x14292967u, 0x27B70A85u, 0x2E1B2138u, 0x4D2C6DFCu,
    0x53380D13u, 0x650A7354u, 0x766A0ABBu, 0x81C2C92Eu, 0x92722C85u, 0xA2BFE8A1u, 0xA81A664Bu,
    0xC24B8B70u, 0xC76C51A3u, 0xD192E819u, 0xD6990624u, 0xF40E3585u, 0x106AA070u, 0x19A4C116u,
    0x1E376C08u, 0x2748774Cu, 0x34B0BCB5u, 0x391C0CB3u, 0x4ED8AA4Au, 0x5B9CCA4Fu, 0x682E6FF3u,
    0x748F82EEu, 0x78A5636Fu, 0x84C87814u, 0x8CC70208u, 0x90BEFFFAu, 0xA4506CEBu, 0xBEF9A3F7u,
    0xC67178F2u,
};

/// The state as the instructions want it: F E B A and H G D C, lowest first.
typedef struct {
    clz4_v4 abef;
    clz4_v4 cdgh;
} clz4_sha256_state;

/// A message on its way: whole blocks of it, then one or two with its end, padding and length.
typedef struct {
    clz4_sha256_state state;
    const uint8_t *bytes;
    size_t whole;
    size_t blocks;
    uint8_t last[128];
} clz4_sha256_lane;

CLZ4_SHA_INLINE clz4_v4 clz4_sha256_word(const uint8_t *bytes) {
    clz4_v16 word;
    memcpy(&word, bytes, sizeof word);
    return (clz4_v4)__builtin_shufflevector(
        word, word, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

/// Four rounds; `w` are the last sixteen words of the message.
CLZ4_SHA_INLINE void clz4_sha256_four(
    clz4_sha256_state *s, clz4_v4 w[4], const uint8_t *block, int i) {
    clz4_v4 key, sum;
    memcpy(&key, clz4_sha256_k + 4 * i, sizeof key);
    if (i < 4) {
        w[i] = clz4_sha256_word(block + 16 * i);
    } else {
        clz4_v4 before = w[(i + 3) & 3];
        clz4_v4 mixed = __builtin_ia32_sha256msg1(w[i & 3], w[(i + 1) & 3]);
        mixed += __builtin_shufflevector(w[(i + 2) & 3], before, 1, 2, 3, 4);
        w[i & 3] = __builtin_ia32_sha256msg2(mixed, before);
    }
    sum = w[i & 3] + key;
    s->cdgh = __builtin_ia32_sha256rnds2(s->cdgh, s->abef, sum);
    sum = __builtin_shufflevector(sum, sum, 2, 3, 2, 3);
    s->abef = __builtin_ia32_sha256rnds2(s->abef, s->cdgh, sum);
}

CLZ4_SHA_INLINE void clz4_sha256_block(clz4_sha256_state *state, const uint8_t *block) {
    clz4_sha256_state s = *state;
    clz4_v4 w[4];
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
        clz4_sha256_four(&s, w, block, i);
    }
    state->abef += s.abef;
    state->cdgh += s.cdgh;
}

CLZ4_SHA_INLINE void clz4_sha256_two_blocks(
    clz4_sha256_state *first, const uint8_t *one, clz4_sha256_state *second, const uint8_t *two) {
    clz4_sha256_state s = *first, t = *second;
    clz4_v4 w[4], x[4];
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
        clz4_sha256_four(&s, w, one, i);
        clz4_sha256_four(&t, x, two, i);
    }
    first->abef += s.abef;
    first->cdgh += s.cdgh;
    second->abef += t.abef;
    second->cdgh += t.cdgh;
}

CLZ4_SHA_INLINE void clz4_sha256_begin(
    clz4_sha256_lane *lane, const uint8_t *bytes, size_t count) {
    lane->state.abef = (clz4_v4){(int)0x9B05688Cu, 0x510E527F, (int)0xBB67AE85u, 0x6A09E667};
    lane->state.cdgh = (clz4_v4){0x5BE0CD19, 0x1F83D9AB, (int)0xA54FF53Au, 0x3C6EF372};
    lane->bytes = bytes;
    lane->whole = count / 64;
    size_t rest = count % 64;
    size_t tail = rest < 56 ? 64 : 128;
    lane->blocks = lane->whole + tail / 64;
    memset(lane->last, 0, tail);
    if (rest > 0) {
        memcpy(lane->last, bytes + 64 * lane->whole, rest);
    }
    lane->last[rest] = 0x80;
    uint64_t bits = __builtin_bswap64((uint64_t)count * 8);
    memcpy(lane->last + tail - 8, &bits, sizeof bits);
}

CLZ4_SHA_INLINE const uint8_t *clz4_sha256_at(const clz4_sha256_lane *lane, size_t block) {
    return block < lane->whole ? lane->bytes + 64 * block : lane->last + 64 * (block - lane->whole);
}

CLZ4_SHA_INLINE void clz4_sha256_end(
    clz4_sha256_lane *lane, size_t next, uint8_t *digest) {
    for (; next < lane->blocks; next++) {
        clz4_sha256_block(&lane->state, clz4_sha256_at(lane, next));
    }
    clz4_v4 high = __builtin_shufflevector(lane->state.abef, lane->state.cdgh, 3, 2, 7, 6);
    clz4_v4 low = __builtin_shufflevector(lane->state.abef, lane->state.cdgh, 1, 0, 5, 4);
    high = clz4_sha256_word((const uint8_t *)&high);
    low = clz4_sha256_word((const uint8_t *)&low);
    memcpy(digest, &high, sizeof high);
    memcpy(digest + 16, &low, sizeof low);
}

/// The hash of a message.
CLZ4_SHA static inline void clz4_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    clz4_sha256_lane lane;
    clz4_sha256_begin(&lane, bytes, count);
    clz4_sha256_end(&lane, 0, digest);
}

/// The hashes of two messages; a digest may lie where a message lay.
CLZ4_SHA static inline void clz4_sha256_two(
    const uint8_t *one, size_t one_count, uint8_t *one_digest,
    const uint8_t *two, size_t two_count, uint8_t *two_digest) {
    clz4_sha256_lane first, second;
    clz4_sha256_begin(&first, one, one_count);
    clz4_sha256_begin(&second, two, two_count);
    size_t next = 0;
    for (; next < first.blocks && next < second.blocks; next++) {
        clz4_sha256_two_blocks(
            &first.state, clz4_sha256_at(&first, next), &second.state,
            clz4_sha256_at(&second, next));
    }
    clz4_sha256_end(&first, next, one_digest);
    clz4_sha256_end(&second, next, two_digest);
}

/// The nodes over pairs of digests that lie one behind the other (RFC 6962: 0x01, left, right), in
/// place of the first of them.
CLZ4_SHA static inline void clz4_sha256_nodes(uint8_t *digests, size_t nodes) {
    uint8_t one[65] = {1}, two[65] = {1};
    size_t node = 0;
    for (; node + 1 < nodes; node += 2) {
        memcpy(one + 1, digests + 64 * node, 64);
        memcpy(two + 1, digests + 64 * node + 64, 64);
        clz4_sha256_two(one, 65, digests + 32 * node, two, 65, digests + 32 * node + 32);
    }
    if (node < nodes) {
        memcpy(one + 1, digests + 64 * node, 64);
        clz4_sha256(one, 65, digests + 32 * node);
    }
}
#else
static inline int clz4_sha256_has_hardware(void) { return 0; }
static inline void clz4_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    (void)bytes, (void)count, (void)digest;
}
static inline void clz4_sha256_two(
    const uint8_t *one, size_t one_count, uint8_t *one_digest,
    const uint8_t *two, size_t two_count, uint8_t *two_digest) {
    (void)one, (void)one_count, (void)one_digest, (void)two, (void)two_count, (void)two_digest;
}
static inline void clz4_sha256_nodes(uint8_t *digests, size_t nodes) {
    (void)digests, (void)nodes;
}
#endif

#endif
