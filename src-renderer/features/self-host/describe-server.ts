import type { ServerState } from '../../../src-main/platform/ipc/contract.ts';
import { t } from '../../text/text.ts';

type ServerTone = 'calm' | 'busy' | 'bad';

export function describeServer(server: ServerState | null): { label: string; tone: ServerTone } {
  if (server === null) return { label: t('server.unknown'), tone: 'busy' };
  const name = server.kind === 'bundled' ? t('server.thisComputer') : hostOf(server.url);
  switch (server.status) {
    case 'starting':
      return { label: t('server.starting'), tone: 'busy' };
    case 'indexing':
      return { label: describeIndexing(server), tone: 'busy' };
    case 'ready':
      return server.posters
        ? { label: describePosters(server.posters), tone: 'busy' }
        : { label: name, tone: 'calm' };
    case 'offline':
      return { label: t('server.offline', { name }), tone: 'bad' };
    case 'failed':
      return { label: t('server.failed', { name }), tone: 'bad' };
  }
}

export function describeIndexing({ progress }: ServerState): string {
  if (progress === null || progress.total === 0) return t('server.indexing');
  return t('server.indexingPart', { done: progress.done, total: progress.total });
}

function hostOf(url: string | null): string {
  return (url === null ? null : URL.parse(url)?.host) ?? t('server.nameless');
}

function describePosters({ done, total }: NonNullable<ServerState['posters']>): string {
  return t('server.posters', { done, total });
}
