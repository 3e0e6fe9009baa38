import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { explainStore } from '../base/bucket/advise-on-store.ts';
import { createBucketClient } from '../base/bucket/bucket-client.ts';
import { openListing } from '../base/bucket/listing.ts';
import { type BucketSettings, rootOf } from '../config/bucket.ts';
import { sentence, textOf, type Words } from '../contract/sentence.ts';

type Wanted = { readonly path: string; readonly sizeBytes: number; readonly sha256: string };

/** Compares the objects of a bucket with the inventory. Rejects if the store does not answer. */
export async function openObjectCheck(settings: BucketSettings) {
  const client = createBucketClient(settings);
  try {
    await client.list({ prefix: '', most: 1 });
  } catch (cause) {
    const { says, cure } = explainStore(settings.url, cause);
    throw new Error(`${textOf(says)} ${cure}`, { cause });
  }
  const listing = openListing(settings);
  return {
    root: rootOf(settings),
    /** Returns what is wrong with an object, as the end of a sentence; null if nothing is. */
    async findFault({ path, sizeBytes, sha256 }: Wanted, isDeep: boolean): Promise<Words | null> {
      const object = listing.find(path);
      if (object === null) return 'was not in the bucket when it was last listed.';
      const { key, etag, size } = object;
      if (size !== sizeBytes) return sentence`has ${{ size }} bytes, not ${{ wanted: sizeBytes }}.`;
      try {
        if (!isDeep || size === 0) {
          (await client.open({ method: 'HEAD', key, etag, size })).resume();
          return null;
        }
        const hash = createHash('sha256');
        await pipeline(await client.open({ key, etag, size }), hash);
        const found = hash.digest('hex');
        return found === sha256
          ? null
          : sentence`does not have the SHA-256 of the inventory (${{ sha256: found }}).`;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return sentence`cannot be read (${{ reason }}).`;
      }
    },
    close: listing.close,
  };
}

export type ObjectCheck = Awaited<ReturnType<typeof openObjectCheck>>;
