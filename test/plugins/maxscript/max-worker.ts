import { readSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { Command } from './commands.ts';
import { createMax } from './simulated-max.ts';

const Pipes = z.object({ requests: z.number(), answers: z.number() });
const Message = z.union([
  z.object({ open: z.object({ root: z.string(), year: z.number() }) }),
  z.object({ command: Command }),
]);
const { requests, answers } = Pipes.parse(workerData);
const chunk = Buffer.alloc(1 << 16);

/** Writes a line and waits for one: this thread may stand still, as the server runs in another. */
function wire(line: string): string {
  writeSync(requests, `${line}\n`);
  const parts: Buffer[] = [];
  for (;;) {
    const size = readSync(answers, chunk);
    if (size === 0) throw new Error('the .NET process ended');
    parts.push(Buffer.from(chunk.subarray(0, size)));
    if (chunk[size - 1] === 10) return Buffer.concat(parts).toString('utf8');
  }
}

let run = createMax({ root: '', year: 2024, wire });
parentPort?.on('message', (message: unknown) => {
  try {
    const wanted = Message.parse(message);
    if ('open' in wanted) run = createMax({ ...wanted.open, wire });
    parentPort?.postMessage({ state: run('open' in wanted ? { do: 'look' } : wanted.command) });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
