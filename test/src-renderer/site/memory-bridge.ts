import type { ServerState } from '../../../src-main/platform/ipc/contract.ts';
import type { DesktopBridge } from '../../../src-renderer/api/desktop-api.ts';
import { answerFilters, answerPage } from './answer-discovery.ts';
import { makeCatalogue } from './catalogue.ts';

type MemoryBridge = DesktopBridge & {
  readonly calls: string[];
  /** False as long as the catalogue's server is not responding. */
  isAnswering: boolean;
  emit(name: string, payload: unknown): void;
  /** From now on the catalogue has this many models. */
  grow(count: number): void;
};

/** The main process's side of the window in memory, with a catalogue of a hundred models. */
export function createMemoryBridge(server: ServerState): MemoryBridge {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  let records = makeCatalogue(100);
  const toParams = (input: unknown) =>
    new URLSearchParams(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]));
  const answer = (name: string, input: unknown): unknown => {
    if (name === 'browse' || name === 'search') return answerPage(records, toParams(input));
    return name === 'filters' ? answerFilters(records, toParams(input)) : null;
  };
  const bridge: MemoryBridge = {
    calls: [],
    isAnswering: true,
    call: async (name, input) => {
      bridge.calls.push(name);
      if (name === 'server.read') return { ok: true, value: server };
      if (bridge.isAnswering) return { ok: true, value: answer(name, input) };
      const message = 'The server is starting. Wait a moment, then try again.';
      return { ok: false, error: { ok: false, code: 'UNAVAILABLE', message, requestId: 'req-1' } };
    },
    on: (name, listener) => {
      const those = listeners.get(name) ?? new Set();
      listeners.set(name, those.add(listener));
      return () => those.delete(listener);
    },
    emit: (name, payload) => {
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
    grow: (count) => {
      records = makeCatalogue(count);
    },
  };
  return bridge;
}
