import { AppError, fromErrorBody, internalMessage } from '../../../server/contract/errors.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import type { SceneFile } from './store/file-choice.ts';

type Browser = Pick<Window, 'fetch' | 'location'>;

/**
 * Requests a file that is owned or free, and lets the browser save it. Throws a refusal, so that the page can show it
 * rather than be replaced by it.
 */
export async function startDownload(address: string, { fetch, location }: Browser): Promise<void> {
  const response = await fetch(address, { redirect: 'manual', credentials: 'same-origin' }).catch(
    (cause: unknown) => {
      throw new AppError('UNAVAILABLE', t('failures.noAnswerToDownload'), { cause });
    },
  );
  if (response.type === 'opaqueredirect') return location.assign(address);
  const body: unknown = await response.json().catch(() => null);
  throw fromErrorBody(body) ?? new AppError('INTERNAL', internalMessage);
}

type FileKey = Pick<SceneFile, 'guid' | 'format' | 'lod' | 'relativePath'>;

/** Returns the server's browser route for one exact file. */
export function toFileAddress({ guid, format, lod, relativePath }: FileKey): string {
  const path = `${sitePath}/download/${encodeURIComponent(guid)}/format/${encodeURIComponent(format)}`;
  return `${path}?${new URLSearchParams({ lod, relativePath })}`;
}

/** Returns the address of a ZIP: the file with what it needs, the textures, or all of its topology folder. */
export function toArchiveAddress(
  kind: 'complete' | 'textures' | 'all',
  { guid, format, lod, relativePath }: FileKey,
): string {
  const query = new URLSearchParams({ ext: format, lod, relativePath });
  return `${sitePath}/download/${encodeURIComponent(guid)}/${kind}?${query}`;
}

/** Returns what Chromium saves when the pointer drops it outside the window; other browsers drop nothing. */
export const toDragged = (address: string, name: string): string =>
  `application/octet-stream:${name.replaceAll(':', '_')}:${new URL(address, window.location.href).href}`;
