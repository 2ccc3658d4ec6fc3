/* Preloaded under libcamera where the kernel has no /dev/udmabuf: its "dma-buf" is then a plain memory file, which
 * can be mapped just the same. For checks only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define UDMABUF_CREATE 0x40187542UL
#define DMA_HEAP_ALLOC 0xC0184800UL

struct udmabuf_create { uint32_t memory, flags; uint64_t offset, size; };
struct heap_alloc { uint64_t length; uint32_t fd, fd_flags; uint64_t heap_flags; };

static int memory_file(void) { return memfd_create("dmabuf", MFD_CLOEXEC); }

static int is_allocator(const char *path) {
    return path && (!strcmp(path, "/dev/udmabuf") || !strcmp(path, "/dev/dma_heap/linux,cma"));
}

#define OPEN(name)                                                              \
    int name(const char *path, int flags, ...) {                                \
        static int (*real)(const char *, int, ...);                             \
        va_list rest;                                                           \
        va_start(rest, flags);                                                  \
        mode_t mode = va_arg(rest, int);                                        \
        va_end(rest);                                                           \
        if (!real) real = dlsym(RTLD_NEXT, #name);                              \
        return is_allocator(path) ? memory_file() : real(path, flags, mode);    \
    }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                           \
    int name(int folder, const char *path, int flags, ...) {                    \
        static int (*real)(int, const char *, int, ...);                        \
        va_list rest;                                                           \
        va_start(rest, flags);                                                  \
        mode_t mode = va_arg(rest, int);                                        \
        va_end(rest);                                                           \
        if (!real) real = dlsym(RTLD_NEXT, #name);                              \
        return is_allocator(path) ? memory_file() : real(folder, path, flags, mode); \
    }
OPEN_AT(openat)
OPEN_AT(openat64)

int ioctl(int fd, unsigned long request, ...) {
    static int (*real)(int, unsigned long, ...);
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (!real) real = dlsym(RTLD_NEXT, "ioctl");
    request &= 0xffffffffUL;
    if (request == UDMABUF_CREATE)
        return fcntl((int)((struct udmabuf_create *)argument)->memory, F_DUPFD_CLOEXEC, 3);
    if (request == DMA_HEAP_ALLOC) {
        struct heap_alloc *wanted = argument;
        int file = memory_file();
        if (file < 0 || ftruncate(file, wanted->length)) return -1;
        wanted->fd = file;
        return 0;
    }
    int result = real(fd, request, argument);
    /* Synchronising or naming a memory file has nothing to do. */
    if (result < 0 && errno == ENOTTY && ((request >> 8) & 0xff) == 'b' && (request & 0xff) <= 1) return 0;
    return result;
}
