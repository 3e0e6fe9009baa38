import { expect, test, vi } from 'vitest';
import { AppError } from '../../../../server/contract/errors.ts';
import { createOwnPageCheck } from '../../../../src-main/app/own-page.ts';
import { desktopCalls } from '../../../../src-main/platform/ipc/contract.ts';
import type { DesktopHandlers } from '../../../../src-main/platform/ipc/handlers.ts';
import { createRouter } from '../../../../src-main/platform/ipc/router.ts';
import { createMemoryLog } from '../../memory-log.ts';

const own = { url: 'app://bundle/index.html', isMainFrame: true };

function createTestRouter(handlers: Partial<DesktopHandlers> = {}) {
  const { log, lines } = createMemoryLog();
  const unexpected = () => {
    throw new Error('this handler was not expected to run');
  };
  const all = Object.fromEntries(Object.keys(desktopCalls).map((name) => [name, unexpected]));
  const callServer = vi.fn(async (name: string, input: unknown): Promise<unknown> => ({ name, input }));
  const router = createRouter({
    isOwnPage: createOwnPageCheck('app://bundle/index.html'),
    handlers: { ...(all as unknown as DesktopHandlers), ...handlers },
    callServer,
    log,
  });
  return { router, callServer, lines };
}

test('runs the handler of a desktop call', async () => {
  const { router } = createTestRouter({ 'downloads.retry': ({ id }) => void expect(id).toBe('job-1') });

  const outcome = await router(own, 'downloads.retry', { id: 'job-1' });

  expect(outcome).toEqual({ ok: true, value: undefined });
});

test('passes a desktop route to the server', async () => {
  const { router, callServer } = createTestRouter();

  const outcome = await router(own, 'search', { q: 'knight' });

  expect(outcome).toEqual({ ok: true, value: { name: 'search', input: { q: 'knight' } } });
  expect(callServer).toHaveBeenCalledOnce();
});

test.each([
  null,
  { url: 'https://evil.example/index.html', isMainFrame: true },
  { url: 'app://bundle.evil.example/index.html', isMainFrame: true },
  { url: 'app://evil/index.html', isMainFrame: true },
  { url: 'app:bundle', isMainFrame: true },
  { url: 'app://user@bundle/index.html', isMainFrame: true },
  { url: 'file:///app://bundle/index.html', isMainFrame: true },
  { url: 'about:blank', isMainFrame: true },
  { url: '', isMainFrame: true },
  { url: 'app://bundle/index.html', isMainFrame: false },
])('refuses the foreign sender %j', async (source) => {
  const { router, callServer } = createTestRouter();

  const outcome = await router(source, 'settings.read', undefined);

  expect(outcome).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
  expect(callServer).not.toHaveBeenCalled();
});

test.each(['nothing', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 42, null, ['search']])(
  'refuses the unknown name %j',
  async (name) => {
    const { router, callServer } = createTestRouter();

    const outcome = await router(own, name, {});

    expect(outcome).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    expect(callServer).not.toHaveBeenCalled();
  },
);

test.each(['login', 'register', 'pluginDirect', 'signIn', 'startSignIn', 'pollSignIn', 'logout'])(
  'does not offer the route %s to the window',
  async (name) => {
    const { router, callServer } = createTestRouter();

    const outcome = await router(own, name, {});

    expect(outcome).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    expect(callServer).not.toHaveBeenCalled();
  },
);

test.each([
  ['downloads.cancel', {}],
  ['downloads.cancel', undefined],
  ['settings.update', { parallelDownloads: 99 }],
  ['app.copyText', { text: 7 }],
  ['settings.read', { unexpected: true }],
])('refuses bad input of %s', async (name, input) => {
  const { router } = createTestRouter();

  const outcome = await router(own, name, input);

  expect(outcome).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', details: { fields: expect.anything() } },
  });
});

test('keeps code and details of a known failure', async () => {
  const { router } = createTestRouter({
    'library.read': () => {
      throw new AppError('NOT_FOUND', 'Gone.', { details: { what: 'it' }, requestId: 'r-1' });
    },
  });

  const outcome = await router(own, 'library.read', undefined);

  expect(outcome).toEqual({
    ok: false,
    error: { ok: false, code: 'NOT_FOUND', message: 'Gone.', details: { what: 'it' }, requestId: 'r-1' },
  });
});

test('an unknown failure is found by its id', async () => {
  const { router, lines } = createTestRouter({
    'library.read': async () => {
      throw new TypeError('secret cause');
    },
  });

  const outcome = await router(own, 'library.read', undefined);

  if (outcome.ok) throw new Error('the call was expected to fail');
  expect(outcome.error.code).toBe('INTERNAL');
  expect(outcome.error.message).not.toContain('secret cause');
  const line = lines.find((text) => text.includes(outcome.error.requestId));
  expect(line).toContain('secret cause');
});
