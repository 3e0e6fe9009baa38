import type { HostMessage } from '../page/isolated-world.ts';
import { createNodeCodec } from '../page/node-codec.ts';
import { strict } from '../strict.ts';

export type IpcHandler = (event: object, ...args: readonly unknown[]) => unknown;
export type IpcHandlers = Map<string, IpcHandler>;

type Invocation = { readonly id: number; readonly channel: string; readonly args: string };

const codec = createNodeCodec();

/** Electron's `ipcMain`, of which only request and answer exist here. */
export function createIpcMain(handlers: IpcHandlers) {
  return strict('ipcMain', {
    handle: (channel: string, handler: IpcHandler): void => {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
      handlers.set(channel, handler);
    },
    removeHandler: (channel: string): void => {
      handlers.delete(channel);
    },
  });
}

/** Runs the handler of an invocation and words its failure as Electron does. */
export async function answerInvocation(
  handlers: IpcHandlers,
  { id, channel, args }: Invocation,
  event: object,
): Promise<HostMessage> {
  try {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    const given = codec.decode(args);
    const result = await handler(event, ...(Array.isArray(given) ? given : []));
    return { type: 'reply', id, ok: codec.encode(result) };
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    return { type: 'failure', id, text: `Error invoking remote method '${channel}': ${String(error)}` };
  }
}
