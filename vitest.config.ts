import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { sortTests } from './test/projects.ts';
import { findPostgres } from './test/setup/find-postgres.ts';
import { makeMemoryFolder, memoryVariable } from './test/setup/memory-folder.ts';
import MixProjects from './test/setup/mix-projects.ts';

// A server test mostly starts threads, and that is mostly compiling, so Node caches compiled code.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/node');
// Test libraries need no thread per core, and rendering and simplifying their models need not yield to other work.
process.env.LODESTOCK_TEST_TUNING ??= JSON.stringify({ readers: 1, levelPriority: 0 });
const memory = makeMemoryFolder();
if (memory !== null) process.env[memoryVariable] = memory;
const sorted = sortTests();
const from = (file: string) => path.join(import.meta.dirname, 'test/setup', file);

/** Tests of accounts also run with PostgreSQL: the same files, on servers that store accounts there. */
const onBothEngines = Object.entries({
  accounts: 'account-data accounts api-keys guessing-limits',
  'accounts/':
    'model-lists own-notes oauth agent-audit agent-sign-in agent-sign-in-refusals plugin-sign-in registration sessions sign-in-codes',
  admin: 'account-changes admin-lists',
  billing: 'agent-plans capped-purchases',
  downloads: 'agent-direct plugin-direct',
  mcp: 'tools',
  projects: 'check projects',
  rights: 'rights rights-matrix',
  share: 'shares',
}).flatMap(([folder, names]) =>
  names.split(' ').map((name) => path.posix.join('test/server', folder, `${name}.test.ts`)),
);
const bin = findPostgres();
if (bin === null)
  console.warn(
    'PostgreSQL 15 or newer is not installed, so nothing is tried with it: apt install postgresql-15.',
  );
const files = {
  ...sorted,
  programs: [...sorted.process, ...sorted.browser, ...sorted.plugins],
  postgres: bin === null ? [] : [...sorted.postgres, ...onBothEngines],
};

/** Multiplies every limit, for shared machines such as those of continuous integration. */
const patience = Number(process.env.LODESTOCK_TEST_PATIENCE || (process.env.CI ? 4 : 1));

/**
 * Most tests finish before the young generation has grown. What they download, hash and parse is outside the heap,
 * where every 64 MB would trigger a collection of the whole heap, which took a quarter of their time.
 */
const knownFlags = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
const seldomGarbage = [
  '--min-semi-space-size=16',
  '--initial-old-space-size=256',
  '--external-memory-accounted-in-global-limit',
].filter((flag) => knownFlags.includes(flag.replace(/=.*/, ' ')));

const noSetup: readonly string[] = [];
/** Limits stop what hangs, and do not measure speed: at a load of 40, a test of one CPU second took more than 30. */
const project = (
  name: keyof typeof files,
  seconds: number,
  { isBuilt = true, setupFiles = [from('fixed-seed.ts')], globalSetup = noSetup } = {},
) => ({
  test: {
    name,
    // Their modules keep no state that another test could see, and are compiled once for all files.
    isolate: false,
    include: [...files[name]],
    testTimeout: seconds * 1000 * patience,
    hookTimeout: seconds * 1000 * patience,
    expect: { poll: { timeout: 60_000 * patience } },
    setupFiles: [
      from('skip-quarantined.ts'),
      from('temporary-files.ts'),
      from('end-what-began.ts'),
      ...setupFiles,
    ],
    execArgv: seldomGarbage,
    globalSetup: [from(isBuilt ? 'build-first.ts' : 'prefer-built-threads.ts'), ...globalSetup],
  },
});

/** Vitest reuses a file's process for the next one only within a project, and starting one costs as much as a test. */
const isWhole = !process.argv.some((word) => word.startsWith('--project'));
const programs = isWhole
  ? [project('programs', 180)]
  : [project('process', 180), project('browser', 180), project('plugins', 180)];

export default defineConfig({
  test: {
    // Two more than can compute at a time, as tests of processes and pages mostly wait; more slow each other down.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: MixProjects },
    fsModuleCache: true,
    projects: [
      project('unit', 120, {
        isBuilt: false,
        setupFiles: [from('fixed-seed.ts'), from('forbid-processes.ts')],
      }),
      project('renderer', 120, {
        isBuilt: false,
        setupFiles: [from('fresh-modules.ts'), from('forbid-processes.ts')],
      }),
      project('postgres', 120, {
        isBuilt: false,
        setupFiles: [from('fixed-seed.ts'), from('forbid-processes.ts'), from('on-postgres.ts')],
        globalSetup: [from('start-postgres.ts')],
      }),
      ...programs,
    ],
  },
});
