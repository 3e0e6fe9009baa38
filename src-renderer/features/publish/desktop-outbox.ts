import { createStore } from 'zustand/vanilla';
import type { OutboxFile, OutboxState as SentOutbox } from '../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import type { Outbox, OutboxState, OutgoingFile } from './outbox.ts';
import { toWishError } from './wish-error.ts';

type DesktopOutboxApi = Api<
  'outbox.read' | 'outbox.remove' | 'outbox.publish' | 'outbox.close' | 'outbox.forget',
  'outbox.changed'
>;

function toOutgoing({ error, ...file }: OutboxFile): OutgoingFile {
  if (error === null) return { ...file, error };
  return { ...file, error: toWishError(error) };
}

/** The main process finds and uploads the files; the page keeps their bytes only for the 3D view. */
export function createDesktopOutbox(api: DesktopOutboxApi): Outbox {
  const blobs = new Map<string, Blob>();
  return createStore<OutboxState>()((set, get) => {
    const take = ({ files, wishes }: SentOutbox) => set({ files: files.map(toOutgoing), wishes });
    api.on('outbox.changed', take);
    return {
      files: [],
      wishes: [],
      load: async () => take(await api.call('outbox.read')),
      add(chosen) {
        for (const { relativePath, file } of chosen) blobs.set(relativePath, file);
        set({ files: [...get().files] });
      },
      async remove(relativePaths) {
        for (const relativePath of relativePaths) blobs.delete(relativePath);
        await api.call('outbox.remove', { relativePaths: [...relativePaths] });
      },
      publish: (wish) => api.call('outbox.publish', wish),
      close: (publishId) => api.call('outbox.close', { publishId }),
      forget() {
        blobs.clear();
        set({ files: [], wishes: [] });
        void api.call('outbox.forget').catch(() => {}); // if this fails, it is shown again
      },
      blobOf: (relativePath) => blobs.get(relativePath) ?? null,
    };
  });
}
