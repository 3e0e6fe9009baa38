import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { ServerChild } from './server-child.ts';

const ListeningLine = z.object({ event: z.literal('listening'), baseUrl: z.string() });

/** The base URL in a server's log line that says it listens. */
export function readListeningLine(line: string): URL | null {
  try {
    return new URL(ListeningLine.parse(JSON.parse(line)).baseUrl);
  } catch {
    return null;
  }
}

/** Every line that a server process writes; resolves after the last. */
export async function readLines(child: ServerChild, onLine: (line: string) => void): Promise<void> {
  const inputs = [child.stdout, child.stderr].filter((input) => input !== null);
  const readers = inputs.map((input) => createInterface({ input }).on('line', onLine));
  await Promise.all(readers.map((reader) => once(reader, 'close')));
}
