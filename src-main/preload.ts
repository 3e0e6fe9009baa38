import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { channels } from './platform/ipc/channels.ts';

type Subscription = { readonly listener: (payload: unknown) => void };
const subscriptions = new Map<string, Set<Subscription>>();

// One listener for all events, as Electron warns of a leak from the eleventh listener.
ipcRenderer.on(channels.event, (_event: unknown, name: string, payload: unknown) => {
  for (const { listener } of [...(subscriptions.get(name) ?? [])]) listener(payload);
});

contextBridge.exposeInMainWorld('lodestock', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(channels.call, name, input),
  on(name: string, listener: (payload: unknown) => void): () => void {
    const ofName = subscriptions.get(name) ?? new Set();
    subscriptions.set(name, ofName);
    const subscription = { listener };
    ofName.add(subscription);
    return () => {
      ofName.delete(subscription);
    };
  },
});

type GivenFile = Parameters<typeof webUtils.getPathForFile>[0] & { readonly webkitRelativePath?: string };
type Giving = {
  readonly dataTransfer?: { readonly files: Iterable<GivenFile> };
  readonly target?: { readonly files?: Iterable<GivenFile> | null } | null;
};
type Listen = (name: string, listener: (event: Giving) => void, isCapture: boolean) => void;

/** Sends the paths of dropped or chosen files to the main process from here, so that no page can name a file. */
function handOver(files: Iterable<GivenFile>): void {
  const given = [...files].map((file) => ({
    path: webUtils.getPathForFile(file),
    relativePath: file.webkitRelativePath || file.name,
  }));
  // A file created by a page has no path.
  const found = given.filter(({ path }) => path !== '');
  if (found.length > 0) void ipcRenderer.invoke(channels.files, found);
}

const listen: Listen | undefined = Reflect.get(globalThis, 'addEventListener');
listen?.('drop', ({ dataTransfer }) => handOver(dataTransfer?.files ?? []), true);
listen?.('change', ({ target }) => handOver(target?.files ?? []), true);
