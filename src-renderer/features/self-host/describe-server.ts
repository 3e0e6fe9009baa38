import type { ServerState } from '../../../src-main/ipc/contract.ts';
import { formatCount } from '../../lib/format-count.ts';

export type ServerTone = 'calm' | 'busy' | 'bad';

/** The server's state in a few words. */
export function describeServer(server: ServerState | null): { label: string; tone: ServerTone } {
  if (server === null) return { label: 'Server…', tone: 'busy' };
  const name = server.kind === 'bundled' ? 'This computer' : hostOf(server.url);
  switch (server.status) {
    case 'starting':
      return { label: 'Server starting', tone: 'busy' };
    case 'indexing':
      return { label: describeIndexing(server), tone: 'busy' };
    case 'ready':
      return server.posters
        ? { label: describePosters(server.posters), tone: 'busy' }
        : { label: name, tone: 'calm' };
    case 'offline':
      return { label: `${name}: offline`, tone: 'bad' };
    case 'failed':
      return { label: `${name}: failed`, tone: 'bad' };
  }
}

export function describeIndexing({ progress }: ServerState): string {
  if (progress === null || progress.total === 0) return 'Indexing';
  return `Indexing ${formatCount(progress.done)} of ${formatCount(progress.total)}`;
}

function hostOf(url: string | null): string {
  return (url === null ? null : URL.parse(url)?.host) ?? 'Server';
}

function describePosters({ done, total }: NonNullable<ServerState['posters']>): string {
  return `Drawing posters, ${formatCount(done)} of ${formatCount(total)}`;
}
