#ifndef CLZ4_SHIM_H
#define CLZ4_SHIM_H

#include <lz4.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdio.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/// Two names of one file system change places at once; 0, or -1 and `errno`.
static inline int clz4_exchange_names(const char *one, const char *other) {
#if defined(__linux__)
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2);
#elif defined(__APPLE__)
    return renamex_np(one, other, RENAME_SWAP);
#else
    errno = ENOSYS;
    return -1;
#endif
}

/// Arrays of less than `array_bytes` come from memory that was freed, of which the end goes back to
/// the system only from `kept_bytes` on; the C library of GNU takes this in, others do as they do.
static inline void clz4_keep_freed(int array_bytes, int kept_bytes) {
#if defined(__GLIBC__)
    (void)mallopt(M_MMAP_THRESHOLD, array_bytes);
    (void)mallopt(M_TRIM_THRESHOLD, kept_bytes);
#else
    (void)array_bytes, (void)kept_bytes;
#endif
}

/// Memory that was freed goes back to the system, and so do the pages of the program and its
/// libraries: these are never written, and come again out of the file when they are run next.
static inline void clz4_give_back(void) {
#if defined(__GLIBC__)
    (void)malloc_trim(0);
#endif
#if defined(__linux__)
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) return;
    // A path has at most 4,096 bytes, and a byte of a line's end in it is written as four.
    char line[32768];
    while (fgets(line, sizeof line, maps) != NULL) {
        unsigned long start, end, file;
        char rights[5];
        int found = sscanf(line, "%lx-%lx %4s %*s %*s %lu", &start, &end, rights, &file);
        // Without a file are those that the system makes.
        if (found == 4 && file != 0 && strcmp(rights, "r-xp") == 0) {
            (void)madvise((void *)start, end - start, MADV_DONTNEED);
        }
    }
    (void)fclose(maps);
#endif
}

// CRC32C (Castagnoli, reflected polynomial 0x82F63B78) over raw states: the caller inverts the
// state before the first and after the last byte. All tables are constants, so every thread may
// call.

// A table row is linear in its index: eight constants, one a bit, give all 256 entries.
#define CLZ4_BIT(i, bit, value) ((((i) >> (bit)) & 1u) * (value))
#define CLZ4_1(i, a, b, c, d, e, f, g, h)                                              \
    (CLZ4_BIT(i, 0, a) ^ CLZ4_BIT(i, 1, b) ^ CLZ4_BIT(i, 2, c) ^ CLZ4_BIT(i, 3, d) ^   \
     CLZ4_BIT(i, 4, e) ^ CLZ4_BIT(i, 5, f) ^ CLZ4_BIT(i, 6, g) ^ CLZ4_BIT(i, 7, h))
#define CLZ4_4(i, ...)                                                                 \
    CLZ4_1(i, __VA_ARGS__), CLZ4_1(i + 1u, __VA_ARGS__), CLZ4_1(i + 2u, __VA_ARGS__),  \
        CLZ4_1(i + 3u, __VA_ARGS__)
#define CLZ4_16(i, ...)                                                                \
    CLZ4_4(i, __VA_ARGS__), CLZ4_4(i + 4u, __VA_ARGS__), CLZ4_4(i + 8u, __VA_ARGS__),  \
        CLZ4_4(i + 12u, __VA_ARGS__)
#define CLZ4_64(i, ...)                                                                \
    CLZ4_16(i, __VA_ARGS__), CLZ4_16(i + 16u, __VA_ARGS__),                            \
        CLZ4_16(i + 32u, __VA_ARGS__), CLZ4_16(i + 48u, __VA_ARGS__)
#define CLZ4_ROW(...)                                                                  \
    { CLZ4_64(0u, __VA_ARGS__), CLZ4_64(64u, __VA_ARGS__), CLZ4_64(128u, __VA_ARGS__), \
      CLZ4_64(192u, __VA_ARGS__) }

static inline uint64_t clz4_load64(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    return value;
}

static inline uint32_t clz4_load32(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap32(value);
#endif
    return value;
}

/// Slicing by eight: row k is a byte followed by k zero bytes.
static inline uint32_t clz4_crc32c_portable(uint32_t crc, const uint8_t *bytes, size_t count) {
    static const uint32_t row[8][256] = {
        CLZ4_ROW(0xF26B8303u, 0xE13B70F7u, 0xC79A971Fu, 0x8AD958CFu,
                 0x105EC76Fu, 0x20BD8EDEu, 0x417B1DBCu, 0x82F63B78u),
        CLZ4_ROW(0x13A29877u, 0x274530EEu, 0x4E8A61DCu, 0x9D14C3B8u,
                 0x3FC5F181u, 0x7F8BE302u, 0xFF17C604u, 0xFBC3FAF9u),
        CLZ4_ROW(0xA541927Eu, 0x4F6F520Du, 0x9EDEA41Au, 0x38513EC5u,
                 0x70A27D8Au, 0xE144FB14u, 0xC76580D9u, 0x8B277743u),
        CLZ4_ROW(0xDD45AAB8u, 0xBF672381u, 0x7B2231F3u, 0xF64463E6u,
                 0xE964B13Du, 0xD725148Bu, 0xABA65FE7u, 0x52A0C93Fu),
        CLZ4_ROW(0x38116FACu, 0x7022DF58u, 0xE045BEB0u, 0xC5670B91u,
                 0x8F2261D3u, 0x1BA8B557u, 0x37516AAEu, 0x6EA2D55Cu),
        CLZ4_ROW(0xEF306B19u, 0xDB8CA0C3u, 0xB2F53777u, 0x6006181Fu,
                 0xC00C303Eu, 0x85F4168Du, 0x0E045BEBu, 0x1C08B7D6u),
        CLZ4_ROW(0x68032CC8u, 0xD0065990u, 0xA5E0C5D1u, 0x4E2DFD53u,
                 0x9C5BFAA6u, 0x3D5B83BDu, 0x7AB7077Au, 0xF56E0EF4u),
        CLZ4_ROW(0x493C7D27u, 0x9278FA4Eu, 0x211D826Du, 0x423B04DAu,
                 0x847609B4u, 0x0D006599u, 0x1A00CB32u, 0x34019664u),
    };
    for (; count >= 8; bytes += 8, count -= 8) {
        uint64_t word = clz4_load64(bytes) ^ crc;
        crc = row[7][word & 0xFF] ^ row[6][(word >> 8) & 0xFF] ^ row[5][(word >> 16) & 0xFF] ^
              row[4][(word >> 24) & 0xFF] ^ row[3][(word >> 32) & 0xFF] ^
              row[2][(word >> 40) & 0xFF] ^ row[1][(word >> 48) & 0xFF] ^ row[0][word >> 56];
    }
    for (; count > 0; bytes++, count--) {
        crc = (crc >> 8) ^ row[0][(crc ^ *bytes) & 0xFF];
    }
    return crc;
}

#if defined(__x86_64__)
#define CLZ4_HARDWARE __attribute__((target("sse4.2")))
#define CLZ4_STEP8(crc, word) ((uint32_t)__builtin_ia32_crc32di((crc), (word)))
#define CLZ4_STEP4(crc, word) __builtin_ia32_crc32si((crc), (word))
#define CLZ4_STEP1(crc, byte) __builtin_ia32_crc32qi((crc), (byte))
static inline int clz4_crc32c_has_hardware(void) { return __builtin_cpu_supports("sse4.2") != 0; }
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#define CLZ4_HARDWARE
#define CLZ4_STEP8(crc, word) __builtin_arm_crc32cd((crc), (word))
#define CLZ4_STEP4(crc, word) __builtin_arm_crc32cw((crc), (word))
#define CLZ4_STEP1(crc, byte) __builtin_arm_crc32cb((crc), (byte))
static inline int clz4_crc32c_has_hardware(void) { return 1; }
#else
static inline int clz4_crc32c_has_hardware(void) { return 0; }
#endif

#if defined(CLZ4_HARDWARE)
enum { CLZ4_LANE_BYTES = 512 };

/// The state after CLZ4_LANE_BYTES zero bytes.
static inline uint32_t clz4_crc32c_skip_lane(uint32_t crc) {
    static const uint32_t row[4][256] = {
        CLZ4_ROW(0xBD6F81F8u, 0x7F337501u, 0xFE66EA02u, 0xF921A2F5u,
                 0xF7AF331Bu, 0xEAB210C7u, 0xD088577Fu, 0xA4FCD80Fu),
        CLZ4_ROW(0x4C15C6EFu, 0x982B8DDEu, 0x35BB6D4Du, 0x6B76DA9Au,
                 0xD6EDB534u, 0xA8371C99u, 0x55824FC3u, 0xAB049F86u),
        CLZ4_ROW(0x53E549FDu, 0xA7CA93FAu, 0x4A795105u, 0x94F2A20Au,
                 0x2C0932E5u, 0x581265CAu, 0xB024CB94u, 0x65A5E1D9u),
        CLZ4_ROW(0xCB4BC3B2u, 0x937BF195u, 0x231B95DBu, 0x46372BB6u,
                 0x8C6E576Cu, 0x1D30D829u, 0x3A61B052u, 0x74C360A4u),
    };
    return row[0][crc & 0xFF] ^ row[1][(crc >> 8) & 0xFF] ^ row[2][(crc >> 16) & 0xFF] ^
           row[3][crc >> 24];
}

/// Three lanes at a time: the instruction takes three cycles but one can start every cycle.
CLZ4_HARDWARE
static inline uint32_t clz4_crc32c_hardware(uint32_t crc, const uint8_t *bytes, size_t count) {
    while (count >= 3 * CLZ4_LANE_BYTES) {
        uint32_t second = 0;
        uint32_t third = 0;
        for (size_t offset = 0; offset < CLZ4_LANE_BYTES; offset += 8) {
            crc = CLZ4_STEP8(crc, clz4_load64(bytes + offset));
            second = CLZ4_STEP8(second, clz4_load64(bytes + CLZ4_LANE_BYTES + offset));
            third = CLZ4_STEP8(third, clz4_load64(bytes + 2 * CLZ4_LANE_BYTES + offset));
        }
        crc = clz4_crc32c_skip_lane(clz4_crc32c_skip_lane(crc) ^ second) ^ third;
        bytes += 3 * CLZ4_LANE_BYTES;
        count -= 3 * CLZ4_LANE_BYTES;
    }
    for (; count >= 8; bytes += 8, count -= 8) {
        crc = CLZ4_STEP8(crc, clz4_load64(bytes));
    }
    if (count >= 4) {
        crc = CLZ4_STEP4(crc, clz4_load32(bytes));
        bytes += 4;
        count -= 4;
    }
    for (; count > 0; bytes++, count--) {
        crc = CLZ4_STEP1(crc, *bytes);
    }
    return crc;
}
#endif

/// The quickest way this processor has.
static inline uint32_t clz4_crc32c(uint32_t crc, const uint8_t *bytes, size_t count) {
#if defined(CLZ4_HARDWARE)
    if (clz4_crc32c_has_hardware()) {
        return clz4_crc32c_hardware(crc, bytes, count);
    }
#endif
    return clz4_crc32c_portable(crc, bytes, count);
}

#endif
