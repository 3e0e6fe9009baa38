import { open } from 'node:fs/promises';

const maxBytes = 256 * 1024;
const maxLines = 300;

/** The last lines of a log, the earliest first; none when there is no such file. */
export async function readLogEnd(file: string): Promise<string[]> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return [];
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - maxBytes);
    const buffer = Buffer.alloc(size - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // The first may be the end of a longer one.
    return lines
      .slice(from > 0 ? 1 : 0)
      .filter((line) => line !== '')
      .slice(-maxLines);
  } finally {
    await handle.close();
  }
}
