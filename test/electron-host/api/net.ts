import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mediaTypeOf } from '../media-types.ts';
import { strict } from '../strict.ts';
import { createClientRequest } from './client-request.ts';

async function fetchFile(url: string): Promise<Response> {
  const file = fileURLToPath(url);
  const content = await readFile(file).catch(() => null);
  if (content === null) throw new Error('net::ERR_FILE_NOT_FOUND');
  return new Response(content, { headers: { 'content-type': mediaTypeOf(file) } });
}

/** Electron's `net` over Node's own network. */
export function createNet() {
  return strict('net', {
    request: createClientRequest,
    isOnline: () => true,
    fetch: (input: string | Request | URL, init?: RequestInit): Promise<Response> => {
      const url = input instanceof Request ? input.url : String(input);
      return url.startsWith('file:') ? fetchFile(url) : fetch(input, init);
    },
  });
}
