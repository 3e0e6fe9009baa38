import { LRUCache } from 'lru-cache';
import type { Core } from '../base/core.ts';
import { type Written, writtenAs } from '../base/http/ready-answer.ts';
import { isHiddenId } from '../base/sight.ts';
import type { ModelRecord } from '../contract/catalogue/discovery.ts';
import type { DiscoveryQuery } from '../contract/catalogue/discovery-query.ts';
import { type Lod, lods } from '../contract/limits.ts';
import {
  type ModelRow,
  modelColumns,
  posterTagExpression,
  toModelRecord,
  writeModelRecord,
} from './model/model-row.ts';
import type { topologiesOf } from './write/model-values.ts';

export type Records = {
  /** Returns the public record of a model; null if it is gone. */
  get(modelId: number): ModelRecord | null;
  /** The same as JSON, written once per version of the model and cached while memory allows. */
  written(modelId: number): Written<ModelRecord> | null;
  /** Returns the most detailed topology that matches a range of triangles; empty for queries with a topology, or if unknown. */
  matched(query: Range, modelId: number): Partial<Match>;
  /** Reports that people are viewing these models: those without a poster get theirs first, in this order. */
  see(modelIds: readonly number[]): void;
  bytes(): number;
};

type Parts = Pick<Core, 'db' | 'addresses'> & {
  /** Grows with every change of a model. */
  readonly seq: () => number;
  readonly maxBytes: number;
  /** Called for each viewed model without a poster; the last call has the highest priority. */
  readonly onMissingPoster: ((modelId: number) => void) | null;
};

type Match = { readonly matchedLod: Lod; readonly matchedTriangles: number };
type Range = Pick<DiscoveryQuery, 'lod' | 'triMin' | 'triMax'>;

type Stamp = Pick<ModelRow, 'version' | 'host' | 'isMirrored' | 'posterTag' | 'colour'> & {
  readonly metadataHash: string;
  /** Grows with every change of the model's derived files. */
  readonly derivedChanges: number;
};
type Kept = Stamp & {
  readonly record: Written<ModelRecord>;
  readonly topologies: readonly Match[];
  checkedAt: number;
};

function toMatches(topologies: string): readonly Match[] {
  const counted: ReturnType<typeof topologiesOf> = JSON.parse(topologies);
  return lods
    .flatMap((matchedLod) => {
      const [matchedTriangles] = counted[matchedLod] ?? [null];
      return matchedTriangles === null ? [] : [{ matchedLod, matchedTriangles }];
    })
    .toSorted((a, b) => b.matchedTriangles - a.matchedTriangles);
}

export function createRecords({ db, addresses, seq, maxBytes, onMissingPoster }: Parts): Records {
  const rowOf = db.prepare<[number], ModelRow & Stamp & { readonly topologies: string }>(
    `SELECT ${modelColumns}, model.metadata_hash AS metadataHash, model.derived_changes AS derivedChanges, model.topologies
     FROM model WHERE id = ?`,
  );
  const stampOf = db.prepare<[number], Stamp>(
    `SELECT version, metadata_hash AS metadataHash, derived_changes AS derivedChanges, host,
       is_mirrored AS isMirrored, colour, ${posterTagExpression} AS posterTag FROM model WHERE id = ?`,
  );
  const cache = new LRUCache<number, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ record }) => record.json.length + 500,
  });
  let writtenFor = addresses.both;
  const write = (modelId: number, checkedAt: number): Kept | null => {
    const row = rowOf.get(modelId);
    if (row === undefined) {
      cache.delete(modelId);
      return null;
    }
    const record = writtenAs<ModelRecord>(writeModelRecord(row, addresses));
    const { version, metadataHash, derivedChanges, host, isMirrored, posterTag, colour } = row;
    const stamp = { version, metadataHash, derivedChanges, host, isMirrored, posterTag, colour };
    const kept = { ...stamp, record, topologies: toMatches(row.topologies), checkedAt };
    cache.set(modelId, kept);
    return kept;
  };

  const read = (modelId: number): Kept | null => {
    if (writtenFor !== addresses.both) cache.clear();
    writtenFor = addresses.both;
    const now = seq();
    const known = cache.get(modelId);
    if (known === undefined) return write(modelId, now);
    if (known.checkedAt === now) return known;
    const stamp = stampOf.get(modelId);
    const isSame =
      stamp?.version === known.version &&
      stamp.metadataHash === known.metadataHash &&
      stamp.derivedChanges === known.derivedChanges &&
      stamp.host === known.host &&
      stamp.isMirrored === known.isMirrored &&
      stamp.posterTag === known.posterTag &&
      stamp.colour === known.colour;
    if (!isSame) return write(modelId, now);
    known.checkedAt = now;
    return known;
  };

  return {
    get(modelId) {
      const row = isHiddenId(modelId) ? undefined : rowOf.get(modelId);
      return row === undefined ? null : toModelRecord(row, addresses);
    },
    written: (modelId) => (isHiddenId(modelId) ? null : (read(modelId)?.record ?? null)),
    see(modelIds) {
      if (onMissingPoster === null) return;
      for (const modelId of modelIds.toReversed())
        if ((cache.get(modelId) ?? stampOf.get(modelId))?.posterTag === null) onMissingPoster(modelId);
    },
    matched({ lod, triMin, triMax }, modelId) {
      if (lod?.length || (triMin === undefined && triMax === undefined)) return {};
      const { topologies } = read(modelId) ?? { topologies: [] };
      return (
        topologies.find(({ matchedTriangles: n }) => n >= (triMin ?? 0) && n <= (triMax ?? Infinity)) ?? {}
      );
    },
    bytes: () => cache.calculatedSize,
  };
}
