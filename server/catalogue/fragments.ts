import type { Addresses } from '../addresses.ts';
import type { Db } from '../db/open-database.ts';
import { createByteCache } from './byte-cache.ts';
import { type ModelRow, modelColumns, posterTagExpression, toModelRecord } from './model-row.ts';

export type Fragments = {
  /** The record of a model as the bytes of its JSON without the closing brace, so that scores can follow; null when it is gone. */
  get(modelId: number): Buffer | null;
  bytes(): number;
};

type Parts = {
  readonly db: Db;
  readonly addresses: Addresses;
  /** Changes whenever any model does. */
  readonly revision: () => string;
  readonly maxBytes: number;
  /** Told each time a model is listed that has no poster. */
  readonly onBare: (modelId: number) => void;
};

type Stamp = Pick<ModelRow, 'version' | 'host' | 'posterTag'> & { readonly metadataHash: string };
type Fragment = Stamp & { readonly json: Buffer; checkedAt: string };

/** The models' part of listings: written once per version of a model, kept while memory allows. */
export function createFragments({ db, addresses, revision, maxBytes, onBare }: Parts): Fragments {
  const rowOf = db.prepare<[number], ModelRow & Stamp>(
    `SELECT ${modelColumns}, model.metadata_hash AS metadataHash FROM model WHERE id = ?`,
  );
  const stampOf = db.prepare<[number], Stamp>(
    `SELECT version, metadata_hash AS metadataHash, host, ${posterTagExpression} AS posterTag FROM model WHERE id = ?`,
  );
  const cache = createByteCache<number, Fragment>({ maxBytes, weigh: ({ json }) => json.length + 300 });
  let base = addresses.base();
  let worker = addresses.worker();
  const followAddresses = () => {
    if (base === addresses.base() && worker === addresses.worker()) return;
    base = addresses.base();
    worker = addresses.worker();
    cache.clear();
  };
  const write = (modelId: number, checkedAt: string) => {
    const row = rowOf.get(modelId);
    if (row === undefined) {
      cache.delete(modelId);
      return null;
    }
    const json = Buffer.from(JSON.stringify(toModelRecord(row, addresses)).slice(0, -1));
    const { version, metadataHash, host, posterTag } = row;
    cache.set(modelId, { version, metadataHash, host, posterTag, json, checkedAt });
    return json;
  };

  const read = (modelId: number): Buffer | null => {
    followAddresses();
    const now = revision();
    const known = cache.get(modelId);
    if (known === undefined) return write(modelId, now);
    if (known.checkedAt === now) return known.json;
    const stamp = stampOf.get(modelId);
    const isSame =
      stamp?.version === known.version &&
      stamp.metadataHash === known.metadataHash &&
      stamp.host === known.host &&
      stamp.posterTag === known.posterTag;
    if (!isSame) return write(modelId, now);
    known.checkedAt = now;
    return known.json;
  };

  return {
    get(modelId) {
      const json = read(modelId);
      if (cache.get(modelId)?.posterTag === null) onBare(modelId);
      return json;
    },
    bytes: cache.bytes,
  };
}
