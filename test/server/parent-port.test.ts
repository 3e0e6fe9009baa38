import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const parentPort = path.resolve('server/parent-port.ts');

/** What a command prints to which the app passes `messages` on. */
async function runCommand(messages: readonly (string | null)[], command: string): Promise<string> {
  const code = `
    import { EventEmitter } from 'node:events';
    import { takeStdinFromPort } from ${JSON.stringify(parentPort)};
    const port = new EventEmitter();
    takeStdinFromPort(port);
    for (const stdin of ${JSON.stringify(messages)}) port.emit('message', { data: { stdin } });
    ${command}`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code]);
  return stdout;
}

test('a command reads what the app passes on, to its end', async () => {
  const command = 'let text = ""; for await (const part of process.stdin) text += part; console.log(text);';

  expect(await runCommand(['secret ', 'word', null], command)).toBe('secret word\n');
});

test('a command that reads nothing exits all the same', async () => {
  expect(await runCommand([null], 'console.log("done");')).toBe('done\n');
});
