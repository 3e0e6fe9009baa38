import { createRequire } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

async function bundle(): Promise<string> {
  const result = await build({
    ...{ root, configFile: false, logLevel: 'error' },
    build: {
      ...{ write: false, minify: false, target: 'node24' },
      lib: { entry: path.join(root, 'src-main/preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
      rolldownOptions: { external: ['electron'] },
    },
  });
  const chunks = [result].flat().flatMap((built) => ('output' in built ? built.output : []));
  return chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n');
}

let code = '';
beforeAll(async () => {
  code = await bundle();
});

type Listener = (event: unknown, ...rest: readonly unknown[]) => void;

/** Runs the built preload with a stand-in for the two modules of Electron that a sandboxed preload has. */
function runPreload() {
  const listeners = new Set<Listener>();
  const exposed: Record<string, Record<string, (...args: readonly unknown[]) => unknown>> = {};
  const invoke = vi.fn(async () => ({ ok: true, value: 1 }));
  const electron = {
    webUtils: { getPathForFile: ({ place }: { place: string }) => place },
    contextBridge: {
      exposeInMainWorld: (name: string, api: (typeof exposed)[string]) =>
        Object.assign(exposed, { [name]: api }),
    },
    ipcRenderer: {
      invoke,
      on: (_channel: string, listener: Listener) => listeners.add(listener),
    },
  };
  const load = (name: string) => (name === 'electron' ? electron : createRequire(import.meta.url)(name));
  const heard: Record<string, (event: object) => void> = {};
  const addEventListener = (name: string, listener: (event: object) => void) =>
    Object.assign(heard, { [name]: listener });
  runInNewContext(code, { require: load, exports: {}, module: { exports: {} }, addEventListener });
  const send = (...args: readonly unknown[]) => {
    for (const listener of listeners) listener({ sender: 'ipcRenderer' }, ...args);
  };
  return { exposed, invoke, send, listeners, heard };
}

test('the preload holds no schema library', () => {
  expect(code).not.toMatch(/zod/i);
  expect([...code.matchAll(/require\(["'`]([^"'`]+)/g)].map(([, name]) => name)).toEqual(['electron']);
});

test('exposes two functions and nothing else', () => {
  const { exposed } = runPreload();

  expect(Object.keys(exposed)).toEqual(['lodestock']);
  expect(Object.keys(exposed.lodestock ?? {}).toSorted()).toEqual(['call', 'on']);
});

test('passes a call over the fixed channel', async () => {
  const { exposed, invoke } = runPreload();

  const outcome = await exposed.lodestock?.call?.('settings.read', undefined);

  expect(outcome).toEqual({ ok: true, value: 1 });
  expect(invoke).toHaveBeenCalledWith('lodestock:call', 'settings.read', undefined);
});

const chair = { name: 'chair.glb', webkitRelativePath: '', place: '/models/chair.glb' };
const oak = { name: 'oak.png', webkitRelativePath: 'Chair/oak.png', place: '/models/Chair/oak.png' };
const made = { name: 'made.glb', webkitRelativePath: '', place: '' };

test.each([
  ['drop', { dataTransfer: { files: [chair, oak, made] } }],
  ['change', { target: { files: [chair, oak, made] } }],
])('tells the main process where files of a %s lie', (name, event) => {
  const { heard, invoke } = runPreload();

  heard[name]?.(event);

  expect(invoke.mock.calls).toEqual([
    [
      'lodestock:files',
      [
        { path: '/models/chair.glb', relativePath: 'chair.glb' },
        { path: '/models/Chair/oak.png', relativePath: 'Chair/oak.png' },
      ],
    ],
  ]);
});

test('passes no file on that a page made itself', () => {
  const { heard, invoke } = runPreload();

  heard.drop?.({ dataTransfer: { files: [made] } });
  heard.change?.({ target: {} });

  expect(invoke).not.toHaveBeenCalled();
});

test('gives listeners the payload and no event', () => {
  const { exposed, send } = runPreload();
  const listener = vi.fn();
  exposed.lodestock?.on?.('server.changed', listener);

  send('server.changed', { status: 'ready' });
  send('settings.changed', { theme: 'dark' });

  expect(listener.mock.calls).toEqual([[{ status: 'ready' }]]);
});

test('a listener that left hears nothing', () => {
  const { exposed, send } = runPreload();
  const listener = vi.fn();
  const leave = exposed.lodestock?.on?.('server.changed', listener);

  if (typeof leave === 'function') leave();
  send('server.changed', {});

  expect(listener).not.toHaveBeenCalled();
});

test('listens to the main process once for all', () => {
  const { exposed, send, listeners } = runPreload();
  const heard = Array.from({ length: 20 }, () => vi.fn());
  for (const listener of heard) exposed.lodestock?.on?.('server.changed', listener);

  send('server.changed', {});

  expect(heard.every((listener) => listener.mock.calls.length === 1)).toBe(true);
  expect(listeners.size).toBe(1);
});
