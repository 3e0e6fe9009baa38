export type Target = { readonly platform: string; readonly arch: string };

const elf: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' };
const pe: Readonly<Record<number, string>> = { 34404: 'x64', 43620: 'arm64' };
const machO: Readonly<Record<number, string>> = { 16777223: 'x64', 16777228: 'arm64' };
/** Enough of the start of a file to identify it. */
export const targetBytes = 4096;

/** Returns the target of an executable or library, by its first bytes; null for another kind of file. */
export function readTarget(bytes: Buffer): Target | null {
  if (bytes.length < 64) return null;
  const magic = bytes.readUInt32BE(0);
  if (magic === 0x7f454c46) return { platform: 'linux', arch: elf[bytes.readUInt16LE(18)] ?? 'unknown' };
  if (magic === 0xcffaedfe) return { platform: 'darwin', arch: machO[bytes.readUInt32LE(4)] ?? 'unknown' };
  if (magic === 0xcafebabe) return { platform: 'darwin', arch: 'universal' };
  if (magic >>> 16 !== 0x4d5a) return null;
  const at = bytes.readUInt32LE(0x3c);
  if (at + 6 > bytes.length || bytes.readUInt32BE(at) !== 0x50450000) return null;
  return { platform: 'win32', arch: pe[bytes.readUInt16LE(at + 4)] ?? 'unknown' };
}
