import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { type Project, sortTests } from './test/projects.ts';
import MixProjects from './test/setup/mix-projects.ts';

// Most of a test of the server is the start of its threads, and most of that is compiling: Node keeps what it has compiled.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/node');
const files = sortTests();
const from = (file: string) => path.join(import.meta.dirname, 'test/setup', file);

/** Multiplies every limit: for machines that many share, as those of continuous integration are. */
const patience = Number(process.env.LODESTOCK_TEST_PATIENCE || (process.env.CI ? 4 : 1));

/** Limits end what hangs; they do not judge speed: an idle machine needs a tenth of them. */
const project = (
  name: Project,
  seconds: number,
  { isBuilt = true, isolate = true, setupFiles = [] as string[] } = {},
) => ({
  test: {
    name,
    isolate,
    include: [...files[name]],
    testTimeout: seconds * 1000 * patience,
    hookTimeout: seconds * 1000 * patience,
    expect: { poll: { timeout: seconds * 333 * patience } },
    setupFiles: [from('skip-quarantined.ts'), ...setupFiles],
    ...(isBuilt && { globalSetup: [from('build-first.ts')] }),
  },
});

export default defineConfig({
  test: {
    // One more than can compute at a time, as tests of processes and pages wait for those.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: MixProjects },
    fsModuleCache: true,
    projects: [
      // Their modules keep nothing that another test could see, and are compiled once for all files.
      project('unit', 30, { isBuilt: false, isolate: false, setupFiles: [from('forbid-processes.ts')] }),
      // The stores of the window are one each for a page.
      project('renderer', 30, { isBuilt: false, setupFiles: [from('forbid-processes.ts')] }),
      project('process', 30),
      project('browser', 60),
      project('plugins', 30),
    ],
  },
});
