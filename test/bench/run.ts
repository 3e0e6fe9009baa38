import os from 'node:os';
import path from 'node:path';
import { writeBetween } from '../helpers/write-between.ts';
import { benchChange } from './change.ts';
import { benchFace } from './face/run-face.ts';
import { benchFiles } from './files/run-files.ts';
import { benchHttp } from './http.ts';
import { type BenchLibrary, makeBenchLibrary, makeTypicalLibrary, makeWholeLibrary } from './library.ts';
import { benchLocalLibrary } from './local-library.ts';
import { benchMcp } from './mcp.ts';
import { benchMoney } from './money.ts';
import { benchNewSite } from './new-site.ts';
import { benchPosters } from './posters.ts';
import { benchRecognition, benchScan, benchScanOf } from './scan.ts';
import { benchLargeLibrary } from './studio/large-library.ts';
import { benchOwnFolder } from './studio/own-folder.ts';
import { benchVerify } from './verify.ts';

export type Row = {
  readonly what: string;
  readonly ours: string;
  readonly anchor: string;
  readonly ratio: string;
};

const page = path.resolve(import.meta.dirname, '../../docs/benchmarks.md');
const modelCount = Number(process.env.LODESTOCK_BENCH_MODELS ?? 10_000);

function toTable(rows: readonly Row[]) {
  const head = ['| What | Lodestock | Anchor, same run | Ratio |', '|---|---|---|---|'];
  return [
    ...head,
    ...rows.map(({ what, ours, anchor, ratio }) => `| ${what} | ${ours} | ${anchor} | ${ratio} |`),
  ].join('\n');
}

// Drawing posters and making levels of the bench's models next to what is measured would only add noise.
process.env.LODESTOCK_POSTERS ??= 'off';
process.env.LODESTOCK_LEVELS ??= 'off';
process.env.LODESTOCK_BLENDER ??= 'off';
const benches: Readonly<Record<string, (library: BenchLibrary) => Promise<readonly Row[]>>> = {
  scan: async (library) => [
    ...(await benchScan(library)),
    ...(await benchScanOf(makeTypicalLibrary(modelCount))),
  ],
  recognition: benchRecognition,
  change: benchChange,
  http: benchHttp,
  money: benchMoney,
  'new-site': benchNewSite,
  mcp: benchMcp,
  files: benchFiles,
  posters: benchPosters,
  'local-library': benchLocalLibrary,
  verify: benchVerify,
  face: () => benchFace(),
  'own-folder': benchOwnFolder,
  large: benchLargeLibrary,
};
/** Scans models with all their topologies, which takes room and time: only when asked. */
const more: typeof benches = { 'whole-scan': () => benchScanOf(makeWholeLibrary(modelCount)) };
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const wanted = (asked.length > 0 ? asked : Object.keys(benches)).map((name) => {
  const bench = benches[name] ?? more[name];
  if (bench === undefined)
    throw new Error(
      `There is no bench "${name}". There are: ${Object.keys({ ...benches, ...more }).join(', ')}`,
    );
  return { name, bench };
});

const library = await makeBenchLibrary(modelCount);
try {
  const machine = `${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores, Node ${process.version}, ${modelCount} models`;
  const head = `Machine: ${machine}. Medians; loopback; files in the page cache.`;
  console.log(head);
  const rows: Row[] = [];
  for (const { name, bench } of wanted) {
    const found = await bench(library).catch((error: unknown) => {
      throw new Error(`The bench "${name}" failed; run it alone with "npm run bench -- ${name}".`, {
        cause: error,
      });
    });
    console.log(`\n${name}\n${toTable(found)}`);
    rows.push(...found);
  }
  if (process.argv.includes('--write') && asked.length === 0)
    writeBetween(page, 'bench', `${head}\n\n${toTable(rows)}`);
} finally {
  library.remove();
}
