import { AppError, fromErrorBody, internalMessage } from '../../../server/contract/errors.ts';

export type Browser = Pick<Window, 'fetch' | 'location'>;

/**
 * Asks for a file, charges included, and lets the browser save it. A refusal is thrown, so that it is shown on the page
 * and not instead of it. The second request for what is owned by then is free.
 */
export async function startDownload(address: string, { fetch, location }: Browser): Promise<void> {
  const response = await fetch(address, { redirect: 'manual', credentials: 'same-origin' }).catch(
    (cause: unknown) => {
      throw new AppError(
        'UNAVAILABLE',
        'The server does not answer. Check the connection, then try again; a model is never charged twice.',
        { cause },
      );
    },
  );
  if (response.type === 'opaqueredirect') return location.assign(address);
  const body: unknown = await response.json().catch(() => null);
  throw fromErrorBody(body) ?? new AppError('INTERNAL', internalMessage);
}
