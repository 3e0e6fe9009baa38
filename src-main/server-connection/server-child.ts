import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** The part of a forked process that we use; Electron's utility process and Node's child process both have it. */
export type ServerChild = {
  readonly pid?: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  /** Requests by message to finish running work and exit, as Windows has no signal for that. */
  readonly requestStop: () => void;
  /** Kills the process, with little or no grace period; false if it has not started. */
  readonly kill: () => boolean;
  readonly onExit: (listener: (code: number | null) => void) => void;
  /** Called before an exit caused by an error that its code cannot catch, such as running out of memory. */
  readonly onFatalError: (listener: (report: FatalError) => void) => void;
};

type FatalError = { readonly type: string; readonly location: string };

const ListeningLine = z.object({ event: z.literal('listening'), localUrl: z.string() });

/** Returns this computer's address of a server from its “listening” log line; null for any other line. */
export function readListeningLine(line: string): URL | null {
  try {
    return new URL(ListeningLine.parse(JSON.parse(line)).localUrl);
  } catch {
    return null;
  }
}

/** Calls `onLine` with every line of output; resolves after the last. */
export async function readLines(
  child: Pick<ServerChild, 'stdout' | 'stderr'>,
  onLine: (line: string) => void,
): Promise<void> {
  const inputs = [child.stdout, child.stderr].filter((input) => input !== null);
  const readers = inputs.map((input) => createInterface({ input }).on('line', onLine));
  await Promise.all(readers.map((reader) => once(reader, 'close')));
}
