const [mesh, faces, object, picture] = [0x4100, 0x4120, 0x4000, 0xa300];
/** Chunks that contain chunks: the file, its scene, meshes, and materials with their colours, percentages and maps. */
const nested = new Set([
  ...[0x4d4d, 0x3d3d, mesh, 0xafff, 0xa010, 0xa020, 0xa030, 0xa040, 0xa050],
  ...[0xa200, 0xa204, 0xa210, 0xa230],
]);

/** Reads triangles and pictures of a 3DS. Throws unless all chunks are nested correctly, which readers rely on. */
export function read3ds(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pictures: string[] = [];
  let triangles = 0;
  const textEnd = (start: number, end: number) => {
    const zero = bytes.indexOf(0, start);
    if (zero === -1 || zero >= end) throw new RangeError('has a name that never ends');
    return zero;
  };
  function childrenOf(id: number, start: number, end: number): number {
    if (id === object) return textEnd(start, end) + 1;
    if (id !== faces) return start;
    const count = view.getUint16(start, true);
    triangles += count;
    return start + 2 + count * 8;
  }
  function walk(start: number, end: number): void {
    for (let at = start; at < end; ) {
      const size = at + 6 > end ? 0 : view.getUint32(at + 2, true);
      if (size < 6 || at + size > end) throw new RangeError('has a part that does not fit');
      const id = view.getUint16(at, true);
      if (id === picture)
        pictures.push(String.fromCharCode(...bytes.subarray(at + 6, textEnd(at + 6, at + size))));
      if (nested.has(id) || id === object || id === faces) walk(childrenOf(id, at + 6, at + size), at + size);
      at += size;
    }
  }
  // Some programs append data to the file's main chunk.
  walk(0, Math.min(bytes.length, bytes.length < 6 ? 1 : view.getUint32(2, true)));
  return { triangles, pictures };
}
