import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { sortTests } from './test/projects.ts';
import MixProjects from './test/setup/mix-projects.ts';

// Most of a test of the server is the start of its threads, and most of that is compiling: Node keeps what it has compiled.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/node');
const sorted = sortTests();
const files = { ...sorted, programs: [...sorted.process, ...sorted.browser, ...sorted.plugins] };
const from = (file: string) => path.join(import.meta.dirname, 'test/setup', file);

/** Multiplies every limit: for machines that many share, as those of continuous integration are. */
const patience = Number(process.env.LODESTOCK_TEST_PATIENCE || (process.env.CI ? 4 : 1));

/** Limits end what hangs; they do not judge speed: an idle machine needs a tenth of them. */
const project = (
  name: keyof typeof files,
  seconds: number,
  { isBuilt = true, setupFiles = [from('fixed-seed.ts')] } = {},
) => ({
  test: {
    name,
    // Their modules keep nothing that another test could see, and are compiled once for all files.
    isolate: false,
    include: [...files[name]],
    testTimeout: seconds * 1000 * patience,
    hookTimeout: seconds * 1000 * patience,
    expect: { poll: { timeout: seconds * 333 * patience } },
    setupFiles: [from('skip-quarantined.ts'), ...setupFiles],
    // Their garbage is collected half as often: most tests are over before the usual young generation has grown.
    execArgv: ['--min-semi-space-size=16'],
    globalSetup: [from(isBuilt ? 'build-first.ts' : 'prefer-built-threads.ts')],
  },
});

/** Vitest keeps the process of a file for the next one only while both are of one project, and starting one costs as much as a test. */
const isWhole = !process.argv.some((word) => word.startsWith('--project'));
const programs = isWhole
  ? [project('programs', 60)]
  : [project('process', 30), project('browser', 60), project('plugins', 30)];

export default defineConfig({
  test: {
    // Two more than can compute at a time, as tests of processes and pages wait for those.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: MixProjects },
    fsModuleCache: true,
    projects: [
      project('unit', 30, {
        isBuilt: false,
        setupFiles: [from('fixed-seed.ts'), from('forbid-processes.ts')],
      }),
      project('renderer', 30, {
        isBuilt: false,
        setupFiles: [from('fresh-modules.ts'), from('forbid-processes.ts')],
      }),
      ...programs,
    ],
  },
});
