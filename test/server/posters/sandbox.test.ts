import { expect, test } from 'vitest';
import { judgeSandbox } from '../../../server/posters/headless/sandbox.ts';
import { createRenderMode } from '../../../server/posters/render-mode.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { startPosterServer } from '../../helpers/poster-renderer.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const vase = simpleModel('vase', { guid: 'vase' });
const hasRoot = process.getuid?.() === 0;
const note = hasRoot ? '' : ' (skipped: only root has no sandbox)';
// Any program that is there: it is never started, or says at once that it is not a browser.
const environment = { LODESTOCK_POSTERS_KEY: '', LODESTOCK_CHROMIUM: '/bin/true' };

function describeMode(isSandboxed: boolean, isRoot: boolean) {
  const mode = createRenderMode({
    ...{ isOn: true, hasLibrary: true, isExternal: false, program: '/usr/bin/chromium' },
    ...{ programFault: () => null, pageUrl: () => 'http://models/posters-render' },
    sandbox: judgeSandbox({ isSandboxed }, isRoot),
    advice: () => null,
  });
  return mode.read();
}

test('renders in the sandbox and says no more', () => {
  expect(describeMode(true, false)).toMatchObject({
    mode: 'headless',
    message: '/usr/bin/chromium renders posters.',
  });
});

test('waits where root would have no sandbox', () => {
  const { mode, message } = describeMode(true, true);

  expect(mode).toBe('waiting');
  expect(message).toContain('Run the server as a user without root rights');
  expect(message).toContain('LODESTOCK_POSTERS_SANDBOX=off');
});

test('names the risk of a browser without its sandbox', () => {
  const { mode, message } = describeMode(false, true);

  expect(mode).toBe('headless');
  expect(message).toMatch(/runs without its sandbox .* can do what the user of this server can\./);
});

test.skipIf(!hasRoot)(`starts no browser as root by itself${note}`, async () => {
  const { server } = await startPosterServer({
    files: vase,
    environment: { ...environment, LODESTOCK_POSTERS_SANDBOX: 'required' },
  });
  const { token } = await registerPerson(server);

  const { body } = await server.call('posterStatus', {}, { token });
  const ready = await fetch(`${server.baseUrl}/readyz`);

  expect(body.mode).toBe('waiting');
  expect(body.message).toContain('no sandbox when this server runs as root');
  expect(await ready.json()).toMatchObject({ ok: true, warnings: [expect.stringContaining('no sandbox')] });
  expect(server.logged.join('')).toMatch(/"level":40.*no sandbox when this server runs as root/);
});

test('warns at the start of a browser without sandbox', async () => {
  const { server } = await startPosterServer({
    files: vase,
    environment: { ...environment, LODESTOCK_POSTERS_SANDBOX: 'off' },
  });

  const ready = await fetch(`${server.baseUrl}/readyz`);

  expect(await ready.json()).toMatchObject({ warnings: [expect.stringContaining('without its sandbox')] });
  expect(server.logged.join('')).toMatch(/"level":40.*without its sandbox/);
});
