import type { ServerResponse } from 'node:http';

/** Hands chunks to a client that may leave at any time. */
export type ClientWriter = {
  readonly isGone: () => boolean;
  /** Calls back when the chunk is with the system, and its memory free again; never when the client has left. */
  readonly write: (chunk: Uint8Array | string, onFree?: () => void) => void;
  /** Resolves when something was freed, or the client has left. */
  readonly change: () => Promise<void>;
};

export function createClientWriter(response: ServerResponse): ClientWriter {
  let isGone = response.destroyed;
  let wake: (() => void) | null = null;
  const announce = () => {
    wake?.();
    wake = null;
  };
  response.once('close', () => {
    isGone = true;
    announce();
  });
  response.on('error', () => undefined); // 'close' follows
  return {
    isGone: () => isGone,
    write(chunk, onFree) {
      response.write(chunk, (error) => {
        if (error || isGone) return;
        onFree?.();
        announce();
      });
    },
    change: () =>
      new Promise((resolve) => {
        if (isGone) resolve();
        else wake = resolve;
      }),
  };
}
