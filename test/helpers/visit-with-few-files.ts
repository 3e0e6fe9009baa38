import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createFileInspector } from '../../server/inspect/file-inspector.ts';
import { visitFolder } from '../../server/library/scan/visit-folder.ts';

/**
 * Looks at a folder of a library once for each file and folder that is opened meanwhile, and lets this one opening find
 * no free descriptor. Prints what came of each visit as JSON, the undisturbed one first.
 */
const [libraryDir = '', folder = ''] = process.argv.slice(2);
let openings = 0;
let failing = 0;

function countOpening() {
  openings += 1;
  if (openings === failing) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
}
for (const name of ['openSync', 'readdirSync'] as const) {
  const real = fs[name] as (...given: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...given: unknown[]) => {
      countOpening();
      return real(...given);
    },
  });
}
syncBuiltinESMExports();

const inspect = createFileInspector();
async function visit() {
  openings = 0;
  const rest = {
    known: null,
    isRecognising: true,
    above: [],
    unpacked: [],
    twins: null,
    rules: null,
    packed: [],
  };
  const times = { defaultPriceCents: 100, quietMs: 0, settledStamp: null };
  const job = {
    libraryDir,
    folder,
    distrusted: {},
    rereads: [],
    pictureRoom: new Int32Array(1),
    ...rest,
    ...times,
  };
  try {
    return await visitFolder(job, { inspect, onFile: () => {} });
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : String(error);
  }
}

await visit(); // what loads the modules of parsers is not counted
const outcomes = [await visit()];
const all = openings;
for (failing = 1; failing <= all; failing += 1) outcomes.push(await visit());
console.log(JSON.stringify(outcomes));
