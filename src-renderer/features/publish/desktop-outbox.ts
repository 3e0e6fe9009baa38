import { createStore } from 'zustand/vanilla';
import { AppError, isErrorCode } from '../../../server/contract/errors.ts';
import type { OutboxFile } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import type { Outbox, OutboxState, OutgoingFile } from './outbox.ts';

export type DesktopOutboxApi = Api<'outbox.read' | 'outbox.remove' | 'outbox.forget', 'outbox.changed'>;

function toOutgoing({ error, ...file }: OutboxFile): OutgoingFile {
  if (error === null) return { ...file, error };
  const { code, message } = error;
  return { ...file, error: new AppError(isErrorCode(code) ? code : 'INTERNAL', message) };
}

/** The main process sends the files, and finds where they lie by itself; the page keeps their bytes for a look only. */
export function createDesktopOutbox(api: DesktopOutboxApi): Outbox {
  const blobs = new Map<string, Blob>();
  return createStore<OutboxState>()((set, get) => {
    const take = ({ files }: { readonly files: readonly OutboxFile[] }) =>
      set({ files: files.map(toOutgoing) });
    api.on('outbox.changed', take);
    return {
      files: [],
      load: async () => take(await api.call('outbox.read')),
      add(chosen) {
        for (const { relativePath, file } of chosen) blobs.set(relativePath, file);
        set({ files: [...get().files] });
      },
      async remove(relativePaths) {
        for (const relativePath of relativePaths) blobs.delete(relativePath);
        await api.call('outbox.remove', { relativePaths: [...relativePaths] });
      },
      forget() {
        blobs.clear();
        set({ files: [] });
        void api.call('outbox.forget').catch(() => {}); // it is shown again where this failed
      },
      blobOf: (relativePath) => blobs.get(relativePath) ?? null,
    };
  });
}
