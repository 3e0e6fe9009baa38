import { parseArgs } from 'node:util';
import { builtPages } from '../helpers/built.ts';
import { startTestServer } from '../helpers/test-server.ts';
import { findChromium, openBrowser } from '../src-renderer/site/open-browser.ts';
import { fuzzInspection } from './fuzz-inspection.ts';
import { describeOutcomes, type FuzzOutcome, hangs } from './fuzz-outcome.ts';
import { fuzzPosters } from './fuzz-posters.ts';
import { fuzzViewer } from './fuzz-viewer.ts';
import { makeFuzzedFiles } from './fuzzed-files.ts';

// Changes real models at random, always the same for one seed, and gives them to all that reads models next to a person.
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '20261122' },
    only: { type: 'string', default: 'inspection,viewer,posters' },
    // --names 20261202,20262050 runs only the cases whose names end so.
    names: { type: 'string', default: '' },
  },
});
const [count, seed] = [Number(values.files), Number(values.seed)];
const names = values.names.split(',').filter((name) => name !== '');
const program = findChromium();
if (program === null)
  throw new Error('Chromium is not installed. Install it to fuzz the viewer and posters.');

const outcomes: Record<string, FuzzOutcome[]> = { inspection: [], viewer: [], posters: [] };
const isBad = ({ kind, silence }: FuzzOutcome) => kind === 'hung' || kind === 'crashed' || silence > hangs;

async function collect(surface: string, run: AsyncIterable<FuzzOutcome>): Promise<void> {
  if (!values.only.split(',').includes(surface)) return;
  const found = outcomes[surface] ?? [];
  for await (const outcome of run) {
    found.push(outcome);
    if (isBad(outcome) || names.length > 0)
      console.log(
        `${surface}: ${outcome.name} ${outcome.kind} after ${outcome.took | 0} ms: ${outcome.reason}`,
      );
    if (found.length % 100 === 0)
      console.log(
        describeOutcomes({ [surface]: found })
          .split('\n')
          .at(-1),
      );
  }
}
function* only(pick: (format: string) => boolean = () => true) {
  for (const file of makeFuzzedFiles(count, seed))
    if (pick(file.format) && (names.length === 0 || names.some((name) => file.name.endsWith(name))))
      yield file;
}

const server = await startTestServer({
  rendererDir: builtPages,
  environment: { LODESTOCK_POSTERS: 'auto', LODESTOCK_CHROMIUM: '/nowhere/chromium' },
});
const browser = await openBrowser(program);
console.log(`${count} files, seed ${seed}`);
await collect('inspection', fuzzInspection(only()));
// GLBs are what pages show; the page of posters reads the other formats.
await collect(
  'viewer',
  fuzzViewer(
    browser,
    only((format) => format === 'glb'),
  ),
);
await collect(
  'posters',
  fuzzPosters(
    browser,
    server.baseUrl,
    only((format) => format !== 'glb'),
  ),
);
await browser.close();
await server.close();
console.log(describeOutcomes(outcomes));
process.exitCode = Object.values(outcomes).flat().some(isBad) ? 1 : 0;
