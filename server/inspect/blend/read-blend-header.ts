export type BlendHeader = { readonly sizeBytes: number; readonly isLarge: boolean; readonly version: string };

const small = /^BLENDER-v(\d)(\d\d)/;
const large = /^BLENDER17-01v(\d\d)(\d\d)/;

/** What a file of Blender begins with; null for others, and for those of computers with 32 bits or of big endian. */
export function readBlendHeader(head: Uint8Array): BlendHeader | null {
  const text = Buffer.from(head).toString('latin1');
  // 17 bytes since Blender 5.0, with longer block headers.
  const found = large.exec(text) ?? small.exec(text);
  if (!found) return null;
  const [start, major, minor] = found;
  return {
    sizeBytes: start.length,
    isLarge: start.length === 17,
    version: `${Number(major)}.${Number(minor)}`,
  };
}
