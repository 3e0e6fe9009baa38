import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { JsonFile } from '../storage/json-file.ts';

export const MachineFile = z.object({ version: z.literal(1), id: z.uuid() });
export type MachineFile = z.infer<typeof MachineFile>;

/**
 * What tells this computer from others that write into the same library: 16 hexadecimal digits, the same at every start.
 * The value of a file that cannot be written lasts until the app is closed.
 */
export function createMachine(file: JsonFile<MachineFile>): () => Promise<string> {
  let reading: Promise<string> | null = null;

  async function read(): Promise<string> {
    const known = (await file.read())?.id;
    if (known !== undefined) return known;
    const id = randomUUID();
    await file.write({ version: 1, id }).catch(() => undefined); // already logged
    return id;
  }

  return async () => {
    reading ??= read();
    return (await reading).replaceAll('-', '').slice(-16);
  };
}
