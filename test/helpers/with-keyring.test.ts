import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startKeyring, whyNoKeyring } from './with-keyring.ts';

const run = promisify(execFile);
const reason = whyNoKeyring();
const skipped = reason === null ? '' : ` (skipped: ${reason})`;

async function runWithKeytar(body: string, env: Readonly<Record<string, string>>): Promise<string> {
  const code = `import keytar from 'keytar';\n${body}`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, ...env },
  });
  return stdout.trim();
}

test.skipIf(reason !== null)(`keeps a secret from one process to the next${skipped}`, async () => {
  const keyring = await startKeyring();
  if (!keyring) throw new Error('The keyring is installed but did not start.');

  await runWithKeytar(`await keytar.setPassword('lodestock-test', 'someone', 'grüße');`, keyring.env);
  const kept = await runWithKeytar(
    `console.log(await keytar.getPassword('lodestock-test', 'someone'));`,
    keyring.env,
  );
  const deleted = await runWithKeytar(
    `console.log(await keytar.deletePassword('lodestock-test', 'someone'),
      await keytar.getPassword('lodestock-test', 'someone'));`,
    keyring.env,
  );
  await keyring.stop();

  expect(kept).toBe('grüße');
  expect(deleted).toBe('true null');
});

test.skipIf(reason !== null)(`is empty each time it is started${skipped}`, async () => {
  const first = await startKeyring();
  const second = await startKeyring();
  if (!first || !second) throw new Error('The keyring is installed but did not start.');

  await runWithKeytar(`await keytar.setPassword('lodestock-test', 'someone', 'secret');`, first.env);
  const found = await runWithKeytar(
    `console.log(JSON.stringify(await keytar.findCredentials('lodestock-test')));`,
    second.env,
  );
  await Promise.all([first.stop(), second.stop()]);

  expect(found).toBe('[]');
});

test.skipIf(reason !== null)(`refuses callers once it has been stopped${skipped}`, async () => {
  const keyring = await startKeyring();
  if (!keyring) throw new Error('The keyring is installed but did not start.');

  await keyring.stop();
  const attempt = runWithKeytar(`await keytar.setPassword('lodestock-test', 'someone', 'x');`, keyring.env);

  await expect(attempt).rejects.toThrow();
  expect(existsSync(keyring.env.XDG_DATA_HOME ?? '')).toBe(false);
});

test('names the programs that are not installed', () => {
  const path = process.env.PATH;

  process.env.PATH = '/nowhere';
  const missing = whyNoKeyring();
  process.env.PATH = path;

  expect(missing).toBe('dbus-daemon and dbus-send and gnome-keyring-daemon not installed');
});
