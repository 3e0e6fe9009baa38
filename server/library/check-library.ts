import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pMap from 'p-map';
import { type Finding, toFinding } from '../base/db/finding.ts';
import type { Db } from '../base/db/open-database.ts';
import { sayOf, sentence } from '../contract/sentence.ts';
import type { LibraryPlaces } from '../files/library-places.ts';
import type { ObjectCheck } from './check-objects.ts';

type Row = {
  readonly folder: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly isDerived: number;
};

type Options = {
  readonly db: Db;
  readonly places: Pick<LibraryPlaces, 'toDisk' | 'locate' | 'locateDerived'>;
  /** Absent if the library is a folder. */
  readonly objects?: Pick<ObjectCheck, 'root' | 'findFault'> | null;
  /** Also reads every file and compares its SHA-256. */
  readonly isDeep: boolean;
  /** Schedules a file for rereading if its bytes differ from the inventory. Takes its path and its model's folder. */
  readonly distrust?: (place: string, folder: string) => void;
};

const atOnce = 8;
const makeAgain = 'Restart the server to create a new one.';
const scanAgain =
  'Put the right file back. A running server reads what has changed now; else run node server/main.ts ingest.';

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** Returns what is wrong with a file, as the end of a sentence, or null. Calls `onChanged` if its bytes changed. */
async function findFault(file: string, row: Row, isDeep: boolean, onChanged: () => void) {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) return 'is not there.';
  if (found.size !== row.sizeBytes) {
    onChanged();
    return sentence`has ${{ size: found.size }} bytes, not ${{ wanted: row.sizeBytes }}.`;
  }
  if (!isDeep) return null;
  const sha256 = await hashOf(file).catch((error: unknown) => String(error));
  if (sha256 === row.sha256) return null;
  onChanged();
  return sentence`does not have the SHA-256 of the inventory (${{ sha256 }}).`;
}

export async function checkLibrary({ db, places, isDeep, objects = null, distrust }: Options) {
  const rows = db
    .prepare<[], Row>(
      `SELECT coalesce(file.place, model.folder || '/' || file.relative_path) AS path, model.folder, file.size_bytes AS sizeBytes, file.sha256,
         file.derived IS NOT NULL AS isDerived
       FROM file JOIN model ON model.id = file.model_id WHERE model.host IS NULL ORDER BY path`,
    )
    .all();
  const findings: Finding[] = [];
  const check = async (row: Row) => {
    const { root, inside } = places.locateDerived(row.sha256);
    const isDerived = row.isDerived === 1;
    const place = isDerived ? path.join(root, inside) : places.toDisk(row.path);
    const isObject = objects !== null && !isDerived && places.locate(row.path).root === objects.root;
    const onChanged = () => {
      if (!isDerived) distrust?.(row.path, row.folder);
    };
    const fault = await (isObject
      ? objects.findFault(row, isDeep)
      : findFault(place, row, isDeep, onChanged));
    const advice = isDerived ? makeAgain : scanAgain;
    if (fault !== null) findings.push(toFinding(sayOf({ path: row.path }, fault), advice));
  };
  await pMap(rows, check, { concurrency: atOnce });
  return { files: rows.length, findings };
}
