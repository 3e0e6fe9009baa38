import { Writable } from 'node:stream';
import { toReadable } from './contract/readable-log.ts';

/** Formats the log for a terminal; everywhere else it stays JSON. */
export function createTerminalLog(terminal: NodeJS.WritableStream): Writable {
  return new Writable({
    write(lines, _encoding, done) {
      const text = String(lines).trimEnd().split('\n').map(toReadable).join('\n');
      terminal.write(`${text}\n`, () => done());
    },
  });
}
