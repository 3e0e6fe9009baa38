import { fromErrorBody, toErrorBody } from '../../../server/contract/errors.ts';
import { ReadError } from './read-error.ts';

export type ModelFile = {
  readonly bytes: ArrayBuffer;
  /** The final address, as redirects can lead to a file host. */
  readonly address: string;
};

/** In bytes; `total` is null if unknown. */
export type Progress = { readonly received: number; readonly total: number | null };

/** Bytes that may still arrive, shared by a file and its neighbours. */
export type ByteBudget = { readonly take: (bytes: number) => void };

export function createByteBudget(bytes: number): ByteBudget {
  let left = bytes;
  return {
    take(taken) {
      left -= taken;
      if (left < 0) throw new ReadError('tooLarge');
    },
  };
}

type Options = { readonly budget: ByteBudget; readonly onProgress: (progress: Progress) => void };

async function toFailure(response: Response): Promise<ReadError> {
  const told = fromErrorBody(await response.json().catch(() => null));
  if (response.status === 404) return new ReadError('gone');
  if (told) return new ReadError({ told: toErrorBody(told, '') });
  return new ReadError({ kind: 'wrongAnswer', status: response.status });
}

/** Stops reading the response when the budget is used up. */
async function readBody(response: Response, { budget, onProgress }: Options): Promise<ArrayBuffer> {
  const length = Number(response.headers.get('content-length'));
  const total = length > 0 && !response.headers.has('content-encoding') ? length : null;
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  let granted = total ?? 0;
  try {
    // A file that declares too large a size is rejected without fetching it.
    budget.take(granted);
    onProgress({ received, total });
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      received += part.value.byteLength;
      if (received > granted) budget.take(received - granted);
      granted = Math.max(granted, received);
      chunks.push(part.value);
      onProgress({ received, total });
    }
  } catch (error) {
    reader?.cancel().catch(() => undefined);
    throw error;
  }
  return new Blob(chunks).arrayBuffer();
}

/** Throws ReadError: the file is gone, refused or larger than the budget, or the server does not respond. */
export async function fetchModelFile(address: string, options: Options): Promise<ModelFile> {
  const orSilence = (cause: unknown): never => {
    throw cause instanceof ReadError ? cause : new ReadError('noFile', cause);
  };
  // Sends the server's cookie, as it may restrict models to signed-in users; file hosts get none.
  const response = await fetch(address, { credentials: 'same-origin' }).catch(orSilence);
  if (!response.ok) throw await toFailure(response);
  const bytes = await readBody(response, options).catch(orSilence);
  return { bytes, address: response.url };
}
