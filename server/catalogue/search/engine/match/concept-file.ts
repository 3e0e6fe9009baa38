import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isSource } from '../../../../base/built-dir.ts';
import { type Concepts, openConcepts } from '../../analysis/concepts.ts';

/** In the sources, beside the analysis; in the built server, beside this file. */
const file = isSource
  ? path.join(import.meta.dirname, '../../analysis/concepts.txt.gz')
  : path.join(import.meta.dirname, 'concepts.txt.gz');

let opened: Concepts | null = null;

/** The built-in nouns: 2 MB, read when a query first needs them. */
export function concepts(): Concepts {
  opened ??= openConcepts(gunzipSync(readFileSync(file)).toString('latin1'));
  return opened;
}
