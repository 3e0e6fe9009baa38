import { strict } from '../strict.ts';
import { createBridge } from './bridge.ts';
import type { Codec } from './encoded.ts';
import type { OpenRequest } from './main-world.ts';
import { createPageCodec } from './page-codec.ts';

type Listener = (event: object, ...args: readonly unknown[]) => void;

/** From a page to the main process. */
export type PageMessage =
  | { readonly type: 'invoke'; readonly id: number; readonly channel: string; readonly args: string }
  | ({ readonly type: 'open' } & OpenRequest)
  | { readonly type: 'preload-error'; readonly error: string };

/** From the main process to a page. */
export type HostMessage =
  | { readonly type: 'event'; readonly channel: string; readonly args: string }
  | { readonly type: 'reply'; readonly id: number; readonly ok: string }
  | { readonly type: 'failure'; readonly id: number; readonly text: string };

export type Preload = (
  require: (id: string) => unknown,
  module: { exports: object },
  exports: object,
  process: object,
  global: object,
) => void;

type Invocation = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

export function createInvocations(codec: Codec, send: (message: PageMessage) => void) {
  const pending = new Map<number, Invocation>();
  let count = 0;
  return {
    invoke: (channel: string, ...args: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        count += 1;
        const message = { type: 'invoke', id: count, channel, args: codec.encode(args) } as const;
        pending.set(count, { resolve, reject });
        send(message);
      }),
    settle: (message: Exclude<HostMessage, { type: 'event' }>): void => {
      const invocation = pending.get(message.id);
      pending.delete(message.id);
      if (message.type === 'reply') invocation?.resolve(codec.decode(message.ok));
      else invocation?.reject(new Error(message.text));
    },
  };
}

export function createRendererListeners() {
  const listeners = new Map<string, readonly Listener[]>();
  const remove = (channel: string, listener: Listener): void => {
    const remaining = (listeners.get(channel) ?? []).filter((known) => known !== listener);
    listeners.set(channel, remaining);
  };
  return {
    add: (channel: string, listener: Listener): void => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
    remove,
    notify: (channel: string, event: object, args: readonly unknown[]): void => {
      for (const listener of listeners.get(channel) ?? []) listener(event, ...args);
    },
  };
}

export function createIpcRenderer(codec: Codec, send: (message: PageMessage) => void) {
  const invocations = createInvocations(codec, send);
  const listeners = createRendererListeners();
  const ipcRenderer: object = strict('ipcRenderer', {
    invoke: invocations.invoke,
    on: (channel: string, listener: Listener) => {
      listeners.add(channel, listener);
      return ipcRenderer;
    },
    off: (channel: string, listener: Listener) => {
      listeners.remove(channel, listener);
      return ipcRenderer;
    },
    removeListener: (channel: string, listener: Listener) => {
      listeners.remove(channel, listener);
      return ipcRenderer;
    },
  });
  const receive = (message: HostMessage): void => {
    if (message.type !== 'event') {
      invocations.settle(message);
      return;
    }
    const args = codec.decode(message.args);
    listeners.notify(message.channel, { sender: ipcRenderer }, Array.isArray(args) ? args : []);
  };
  return { ipcRenderer, receive };
}

type IsolatedWorldOptions = {
  readonly key: string;
  readonly process: object;
  readonly preload: Preload;
  readonly send: (text: string) => void;
};

/** Runs in the isolated world: the sandboxed preload with the part of Electron it may require. */
export function mountIsolatedWorld({ key, process, preload, send: sendText }: IsolatedWorldOptions): void {
  if (window.top !== window) return;
  const bridge = createBridge({ target: window, key, world: 'isolated', createCodec: createPageCodec });
  const codec = createPageCodec();
  const send = (message: PageMessage): void => sendText(JSON.stringify(message));
  const { ipcRenderer, receive } = createIpcRenderer(codec, send);
  Object.assign(globalThis, { __electronHostReceive: receive });
  bridge.listen<OpenRequest>('open', (request) => send({ type: 'open', ...request }));
  const contextBridge = strict('contextBridge', {
    exposeInMainWorld: (name: string, api: unknown) =>
      bridge.post('expose', { name, api: bridge.encode(api) }),
  });
  const electron = strict('electron (preload)', { ipcRenderer, contextBridge });
  const requireSandboxed = (id: string): unknown => {
    if (id === 'electron' || id === 'electron/renderer') return electron;
    throw new Error(`module not found: ${id}`);
  };
  const module = { exports: {} };
  try {
    preload(requireSandboxed, module, module.exports, Object.freeze(process), globalThis);
  } catch (error) {
    console.error('Unable to load preload script:', error);
    send({ type: 'preload-error', error: codec.encode(error) });
  }
}
