import path from 'node:path';
import { textOf } from '../../../server/contract/sentence.ts';
import { openCrashMarks } from '../../../server/inspect/crash-marks.ts';
import { createInspectionPool } from '../../../server/inspect/inspection-pool.ts';

/** A process that inspects the files of its arguments, with the marks of the folder that is the first of them. */

const [folder = '', ...files] = process.argv.slice(2);
const entry = path.join(import.meta.dirname, 'deadly-worker.ts');
const pool = createInspectionPool({ size: 2, entry, marks: openCrashMarks(folder) });
const found = await Promise.all(files.map((file) => pool.inspect(file, 'gltf')));
await pool.close();
process.stdout.write(JSON.stringify(found.map(({ problem }) => problem && textOf(problem))));
