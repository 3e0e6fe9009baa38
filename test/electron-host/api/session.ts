import { strict } from '../strict.ts';
import { createStrictEmitter } from '../strict-emitter.ts';

type ResolveProxy = (url: string) => Promise<string>;
type SessionRecord = (what: string, detail?: unknown) => void;

// Chromium decides about permissions and headers on its own here; what the app set is kept for the tests to read.
function createSession(record: SessionRecord, resolveProxy: ResolveProxy) {
  return createStrictEmitter({
    name: 'session',
    events: [],
    members: {
      setPermissionRequestHandler: (handler: unknown) =>
        record('session.setPermissionRequestHandler', handler),
      setPermissionCheckHandler: (handler: unknown) => record('session.setPermissionCheckHandler', handler),
      setDevicePermissionHandler: (handler: unknown) => record('session.setDevicePermissionHandler', handler),
      resolveProxy,
      webRequest: strict('session.webRequest', {
        onHeadersReceived: (...args: readonly unknown[]) =>
          record('webRequest.onHeadersReceived', args.at(-1)),
      }),
    },
  });
}

export type Session = ReturnType<typeof createSession>;

/** One object for each partition; their pages share one Chromium profile all the same. */
export function createSessions(record: SessionRecord, switches: ReadonlyMap<string, string>) {
  // Chromium's own switch; there is no desktop here that could name a proxy.
  const proxy = switches.get('proxy-server');
  const resolveProxy: ResolveProxy = async () => (proxy ? `PROXY ${proxy}` : 'DIRECT');
  const sessions = new Map<string, Session>();
  return {
    fromPartition: (partition: string): Session => {
      const session = sessions.get(partition) ?? createSession(record, resolveProxy);
      sessions.set(partition, session);
      return session;
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

/** Electron's `session`. */
export function createSessionModule(sessions: Sessions) {
  return strict('session', { ...sessions, defaultSession: sessions.fromPartition('') });
}
