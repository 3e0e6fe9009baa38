/* Loaded before a program (LD_PRELOAD): while the file that BROKEN_DISK names exists, whatever would change something in
   the folder that BROKEN_DISK_FOLDER names fails with the error that stands in the file: EIO, as on a broken disk, or EROFS,
   as on one that was turned read-only. Reading goes on, as it does on both. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(type, name, ...)                        \
  static type (*next)(__VA_ARGS__);                  \
  if (!next) next = dlsym(RTLD_NEXT, name);

static int (*next_open)(const char *, int, ...);

/* 0 while all is well. */
static int fault(void) {
  const char *control = getenv("BROKEN_DISK");
  char said[8] = {0};
  if (control == NULL) return 0;
  if (!next_open) next_open = dlsym(RTLD_NEXT, "open64");
  int saved = errno;
  int descriptor = next_open(control, O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) {
    if (read(descriptor, said, sizeof said - 1) < 0) said[0] = 0;
    close(descriptor);
  }
  errno = saved;
  return strncmp(said, "EROFS", 5) == 0 ? EROFS : strncmp(said, "EIO", 3) == 0 ? EIO : 0;
}

static int is_within(const char *path) {
  const char *folder = getenv("BROKEN_DISK_FOLDER");
  return folder != NULL && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static int of_path(const char *path) { return is_within(path) ? fault() : 0; }

static int of_descriptor(int descriptor) {
  char link[64], target[4096];
  int found = descriptor <= 2 ? 0 : fault();
  if (found == 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, target, sizeof target - 1);
  if (length < 0) return 0;
  target[length] = 0;
  return is_within(target) ? found : 0;
}

#define FAIL(found) { int code = (found); if (code != 0) { errno = code; return -1; } }

ssize_t write(int descriptor, const void *bytes, size_t count) {
  NEXT(ssize_t, "write", int, const void *, size_t)
  FAIL(of_descriptor(descriptor))
  return next(descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  NEXT(ssize_t, "writev", int, const struct iovec *, int)
  FAIL(of_descriptor(descriptor))
  return next(descriptor, parts, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  NEXT(ssize_t, "pwrite", int, const void *, size_t, off_t)
  FAIL(of_descriptor(descriptor))
  return next(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t)
  FAIL(of_descriptor(descriptor))
  return next(descriptor, bytes, count, offset);
}

int fsync(int descriptor) {
  NEXT(int, "fsync", int)
  FAIL(of_descriptor(descriptor))
  return next(descriptor);
}

int fdatasync(int descriptor) {
  NEXT(int, "fdatasync", int)
  FAIL(of_descriptor(descriptor))
  return next(descriptor);
}

int ftruncate64(int descriptor, off64_t length) {
  NEXT(int, "ftruncate64", int, off64_t)
  FAIL(of_descriptor(descriptor))
  return next(descriptor, length);
}

int rename(const char *from, const char *to) {
  NEXT(int, "rename", const char *, const char *)
  FAIL(of_path(to))
  return next(from, to);
}

int unlink(const char *path) {
  NEXT(int, "unlink", const char *)
  FAIL(of_path(path))
  return next(path);
}

int mkdir(const char *path, mode_t mode) {
  NEXT(int, "mkdir", const char *, mode_t)
  FAIL(of_path(path))
  return next(path, mode);
}

/* What is open already stays usable; a disk that is read-only opens nothing for writing. */
static int opens_for_writing(const char *path, int flags) {
  int changes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  return changes && of_path(path) == EROFS ? EROFS : 0;
}

#define OPEN(name)                                                                  \
  int name(const char *path, int flags, ...) {                                     \
    NEXT(int, #name, const char *, int, ...)                                       \
    va_list more;                                                                  \
    va_start(more, flags);                                                         \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                                  \
    FAIL(opens_for_writing(path, flags))                                           \
    return next(path, flags, mode);                                                \
  }
OPEN(open)
OPEN(open64)

int access(const char *path, int wish) {
  NEXT(int, "access", const char *, int)
  if ((wish & W_OK) != 0) FAIL(of_path(path) == EROFS ? EROFS : 0)
  return next(path, wish);
}
