import { appendFile, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { renamePatiently } from './files.ts';

export type RotatingFile = ReturnType<typeof createRotatingFile>;

type RotatingFileOptions = { readonly file: string; readonly maxBytes?: number; readonly keep?: number };

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.size,
    () => 0,
  );
}

/** Appends lines to a file, which is renamed to `.1`, `.2`… when full. If the disk fails, lines are lost but the app continues. */
export function createRotatingFile({ file, maxBytes = 1024 * 1024, keep = 3 }: RotatingFileOptions) {
  let pending: string[] = [];
  let running: Promise<void> | null = null;

  async function rotate(): Promise<void> {
    for (let index = keep - 1; index >= 0; index -= 1) {
      const from = index === 0 ? file : `${file}.${index}`;
      await renamePatiently(from, `${file}.${index + 1}`).catch(() => undefined);
    }
  }

  async function flush(): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    while (pending.length > 0) {
      const text = `${pending.join('\n')}\n`;
      pending = [];
      const size = await sizeOf(file);
      if (size > 0 && size + Buffer.byteLength(text) > maxBytes) await rotate();
      await appendFile(file, text);
    }
  }

  function write(line: string): void {
    pending.push(line);
    running ??= flush()
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
  }

  return { write, close: async () => (await running) ?? undefined };
}
