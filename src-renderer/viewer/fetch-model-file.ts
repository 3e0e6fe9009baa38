import { AppError, fromErrorBody } from '../../server/contract/errors.ts';
import { t } from '../text/text.ts';

export type ModelFile = {
  readonly bytes: ArrayBuffer;
  /** Where it really came from, as redirects may lead to a file host. */
  readonly address: string;
};

/** Bytes; `total` is null while nobody knows. */
export type Progress = { readonly received: number; readonly total: number | null };

type Options = { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void };

async function toFailure(response: Response): Promise<AppError> {
  const told = fromErrorBody(await response.json().catch(() => null));
  if (response.status === 404) return new AppError('FILE_NOT_FOUND', t('preview.failures.gone'));
  const { status } = response;
  return told ?? new AppError('UNAVAILABLE', t('preview.failures.wrongAnswer', { status }));
}

async function readBody(response: Response, onProgress: Options['onProgress']): Promise<ArrayBuffer> {
  const length = Number(response.headers.get('content-length'));
  const total = length > 0 && !response.headers.has('content-encoding') ? length : null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  onProgress({ received, total });
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    chunks.push(part.value);
    received += part.value.byteLength;
    onProgress({ received, total });
  }
  return new Blob(chunks).arrayBuffer();
}

/** Throws AppError with a next step, or the signal's reason once it is aborted. */
export async function fetchModelFile(address: string, { signal, onProgress }: Options): Promise<ModelFile> {
  const orSilence = (cause: unknown) => {
    signal.throwIfAborted();
    throw new AppError('UNAVAILABLE', t('preview.failures.noFile'), { cause });
  };
  const response = await fetch(address, { signal, credentials: 'omit' }).catch(orSilence);
  if (!response.ok) throw await toFailure(response);
  const bytes = await readBody(response, onProgress).catch(orSilence);
  return { bytes, address: response.url };
}
