import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endWithApp } from './driver.ts';

const stays = 'sleep 30 & exec sleep 0.1';

test.skipIf(process.platform === 'win32').each([
  ['in its group', stays],
  ['in a session of its own', `setsid ${stays}`],
])('an app has ended although a process %s keeps its output open', async (_where, script) => {
  const app = spawn('sh', ['-c', script], { detached: true });
  app.stderr.resume();
  app.stdout.resume();

  endWithApp(app, 100);
  const [code] = await once(app, 'close');

  expect(code).toBe(0);
});
