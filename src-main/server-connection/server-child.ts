import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** The part of a forked process that is used; Electron's utility process and Node's child process both have it. */
export type ServerChild = {
  readonly pid?: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  /** Asks it to finish what runs and exit, by a message: Windows has no signal for that. */
  readonly requestStop: () => void;
  /** Ends it, with little or no time left to it; false while it has not come up. */
  readonly kill: () => boolean;
  readonly onExit: (listener: (code: number | null) => void) => void;
  /** Called before it exits because of an error that no code of it could catch, such as a lack of memory. */
  readonly onFatalError: (listener: (report: FatalError) => void) => void;
};

type FatalError = { readonly type: string; readonly location: string };

const ListeningLine = z.object({ event: z.literal('listening'), localUrl: z.string() });

/** Where this computer reaches a server, from its “listening” log line; null for any other line. */
export function readListeningLine(line: string): URL | null {
  try {
    return new URL(ListeningLine.parse(JSON.parse(line)).localUrl);
  } catch {
    return null;
  }
}

/** Passes on every line that a server process writes; resolves after the last. */
export async function readLines(
  child: Pick<ServerChild, 'stdout' | 'stderr'>,
  onLine: (line: string) => void,
): Promise<void> {
  const inputs = [child.stdout, child.stderr].filter((input) => input !== null);
  const readers = inputs.map((input) => createInterface({ input }).on('line', onLine));
  await Promise.all(readers.map((reader) => once(reader, 'close')));
}
