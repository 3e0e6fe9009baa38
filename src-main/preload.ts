import { contextBridge, ipcRenderer } from 'electron';
import { channels } from './ipc/channels.ts';

contextBridge.exposeInMainWorld('lodestock', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(channels.call, name, input),
  on(name: string, listener: (payload: unknown) => void): () => void {
    const forward = (_event: unknown, eventName: string, payload: unknown) => {
      if (eventName === name) listener(payload);
    };
    ipcRenderer.on(channels.event, forward);
    return () => {
      ipcRenderer.off(channels.event, forward);
    };
  },
});
