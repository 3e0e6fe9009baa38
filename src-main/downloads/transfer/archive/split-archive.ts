import type { ZipPlace } from './zip-directory.ts';

const localHeaderBytes = 30;
const localSignature = 0x04034b50;

/** Extracts sorted entries from a ZIP's bytes, in pieces of any size. `push` throws if its directory does not match. */
export function createArchiveSplitter<E extends ZipPlace>(
  from: number,
  entries: readonly E[],
  onContent: (entry: E, content: Uint8Array) => void,
  allocate: (bytes: number) => Uint8Array,
) {
  const header = Buffer.alloc(localHeaderBytes);
  let position = from;
  let index = 0;
  let isDone = false;
  /** Bytes left before `next` is called, and where they go; null skips them. */
  let left = 0;
  let into: Uint8Array | null = null;
  let next: () => void = nextEntry;

  function expect(bytes: number, target: Uint8Array | null, then: () => void): void {
    left = bytes;
    into = target;
    next = then;
    position += bytes;
  }

  function nextEntry(): void {
    const entry = entries[index];
    index += 1;
    isDone = entry === undefined;
    if (entry) expect(entry.offset - position, null, () => readHeader(entry));
  }

  function readHeader(entry: E): void {
    expect(localHeaderBytes, header, () => {
      if (header.readUInt32LE(0) !== localSignature) throw new Error('the archive has no entry there');
      const restBytes = header.readUInt16LE(26) + header.readUInt16LE(28);
      expect(restBytes, null, () => readContent(entry));
    });
  }

  function readContent(entry: E): void {
    const content = allocate(entry.sizeBytes);
    expect(content.length, content, () => {
      onContent(entry, content);
      nextEntry();
    });
  }

  return {
    isDone: () => isDone,
    push(piece: Uint8Array): void {
      for (let at = 0; ; ) {
        while (left === 0 && !isDone) next();
        if (isDone || at === piece.length) return;
        const bytes = Math.min(left, piece.length - at);
        into?.set(piece.subarray(at, at + bytes), into.length - left);
        left -= bytes;
        at += bytes;
      }
    },
  };
}
