import { Writable } from 'node:stream';
import { toReadable } from './contract/readable-log.ts';

/** The log as lines for the person at a terminal; everywhere else it stays JSON. */
export function createTerminalLog(terminal: NodeJS.WritableStream): Writable {
  return new Writable({
    write(lines, _encoding, done) {
      const text = String(lines).trimEnd().split('\n').map(toReadable).join('\n');
      terminal.write(`${text}\n`, () => done());
    },
  });
}
