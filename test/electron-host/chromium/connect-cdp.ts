import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright';

export type CdpEvent =
  | 'Fetch.requestPaused'
  | 'Inspector.targetCrashed'
  | 'Log.entryAdded'
  | 'Page.domContentEventFired'
  | 'Page.frameNavigated'
  | 'Page.loadEventFired'
  | 'Runtime.bindingCalled'
  | 'Runtime.consoleAPICalled'
  | 'Runtime.exceptionThrown'
  | 'Runtime.executionContextCreated'
  | 'Runtime.executionContextDestroyed'
  | 'Target.targetCreated'
  | 'Target.targetDestroyed';

declare const typed: CDPSession;
type CdpListener<Name extends CdpEvent> = Parameters<typeof typed.addListener<Name>>[1];
export type CdpPayload<Name extends CdpEvent> = Parameters<CdpListener<Name>>[0];

export type CdpSession = {
  readonly send: CDPSession['send'];
  readonly on: <Name extends CdpEvent>(event: Name, listener: CdpListener<Name>) => void;
};

export type Cdp = {
  readonly root: CdpSession;
  readonly session: (id: string) => CdpSession;
  readonly onClose: (listener: () => void) => void;
};

type Incoming = {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method: string;
  readonly params: unknown;
  readonly result: never;
  readonly error?: { readonly message: string };
};

type Pending = {
  readonly method: string;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
};

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`electron-host: Chromium is not responding at ${url}`));
  });
  return socket;
}

function createRequests(socket: WebSocket) {
  const pending = new Map<number, Pending>();
  let count = 0;
  return {
    send: (sessionId: string, method: string, params: unknown): Promise<never> =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) {
          reject(new Error(`${method}: the connection to Chromium is closed`));
          return;
        }
        count += 1;
        pending.set(count, { method, resolve, reject });
        socket.send(
          JSON.stringify({ id: count, method, params: params ?? {}, ...(sessionId && { sessionId }) }),
        );
      }),
    settle: ({ id = 0, result, error }: Incoming): void => {
      const request = pending.get(id);
      pending.delete(id);
      if (error) request?.reject(new Error(`${request.method}: ${error.message}`));
      else request?.resolve(result);
    },
    rejectAll: (): void => {
      for (const request of pending.values()) {
        request.reject(new Error(`${request.method}: the connection to Chromium is closed`));
      }
      pending.clear();
    },
  };
}

/** Speaks the Chrome DevTools Protocol with a running Chromium, one session per page and one at the root. */
export async function connectCdp(url: string): Promise<Cdp> {
  const socket = await openSocket(url);
  const requests = createRequests(socket);
  const events = new EventEmitter().setMaxListeners(0);
  socket.onmessage = ({ data }) => {
    const message: Incoming = JSON.parse(String(data));
    if (message.id !== undefined) requests.settle(message);
    else events.emit(`${message.sessionId ?? ''}:${message.method}`, message.params);
  };
  socket.onclose = () => {
    requests.rejectAll();
    events.emit('close');
  };
  const session = (id: string): CdpSession => ({
    send: (method, params) => requests.send(id, method, params),
    on: (event, listener) => {
      events.on(`${id}:${event}`, listener);
    },
  });
  return { root: session(''), session, onClose: (listener) => events.once('close', listener) };
}
