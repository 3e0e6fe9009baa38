export type BlendHeader = { readonly sizeBytes: number; readonly isLarge: boolean; readonly version: string };

const small = /^BLENDER-v(\d)(\d\d)/;
const large = /^BLENDER17-01v(\d\d)(\d\d)/;

/** The header of a Blender file; null for other files, and for 32-bit or big-endian ones. */
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
