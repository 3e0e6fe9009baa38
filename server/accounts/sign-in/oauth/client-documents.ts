import { get } from 'node:https';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { cacheBudgets } from '../../../base/cache-budgets.ts';
import { guardLookup, isPublicAddress } from '../../../base/public-address.ts';
import { PlainText } from '../../../contract/common.ts';
import { limits } from '../../../contract/limits.ts';
import { isReturnAddress } from './return-addresses.ts';

export const ReturnAddresses = z
  .array(z.string().max(500).refine(isReturnAddress))
  .min(1)
  .max(limits.oauth.returnAddresses);

const ClientDocument = z.object({
  client_id: z.string(),
  client_name: PlainText.min(1).max(100).optional().catch(undefined),
  redirect_uris: ReturnAddresses,
});
type ClientDocument = z.infer<typeof ClientDocument>;

/** Fetches an app's description from the URL that is its ID; throws if it is not one. */
type ReadClientDocument = (url: string) => Promise<ClientDocument>;

const longest = 10 * 1024;
const patience = 5000;
const freshFor = 10 * 60 * 1000;

/** An https URL with a path, and nothing that could disguise another one. */
export function isDocumentAddress(text: string): boolean {
  if (!text.startsWith('https://') || !URL.canParse(text)) return false;
  const { href, pathname, hash, username, hostname } = new URL(text);
  return (
    href === text &&
    pathname !== '/' &&
    hash === '' &&
    username === '' &&
    isIP(hostname.replace(/[[\]]/g, '')) === 0
  );
}

function fetchText(url: string, mayReach: (address: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, {
      headers: { accept: 'application/json' },
      agent: false, // reusing a connection would skip the check of its address
      lookup: guardLookup(new URL(url).hostname, mayReach),
      signal: AbortSignal.timeout(patience),
    });
    request.on('error', reject);
    request.on('response', async (response) => {
      try {
        if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`);
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of response) {
          size += chunk.length;
          if (size > longest) throw new Error(`${url} is longer than ${longest} bytes.`);
          chunks.push(chunk);
        }
        resolve(Buffer.concat(chunks).toString());
      } catch (error) {
        request.destroy();
        reject(error);
      }
    });
  });
}

/** Fetches documents from the public internet, without following redirects, and caches them for some minutes. */
export function createReadClientDocument(mayReach = isPublicAddress): ReadClientDocument {
  const kept = new LRUCache<string, ClientDocument>({
    maxSize: cacheBudgets.clientDocuments,
    sizeCalculation: () => longest,
    ttl: freshFor,
  });
  return async (url) => {
    const known = kept.get(url);
    if (known) return known;
    const document = ClientDocument.parse(JSON.parse(await fetchText(url, mayReach)));
    if (document.client_id !== url) throw new Error(`${url} describes ${document.client_id}.`);
    kept.set(url, document);
    return document;
  };
}
