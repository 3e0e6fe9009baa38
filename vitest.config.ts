import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { sortTests } from './test/projects.ts';
import { findPostgres } from './test/setup/find-postgres.ts';
import { makeMemoryFolder, memoryVariable } from './test/setup/memory-folder.ts';
import MixProjects from './test/setup/mix-projects.ts';

// Most of a test of the server is the start of its threads, and most of that is compiling: Node keeps what it has compiled.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/node');
// Libraries of tests need no thread for each core, and what draws and simplifies their models need not give way to others.
process.env.LODESTOCK_TEST_TUNING ??= JSON.stringify({ readers: 1, levelPriority: 0 });
const memory = makeMemoryFolder();
if (memory !== null) process.env[memoryVariable] = memory;
const sorted = sortTests();
const from = (file: string) => path.join(import.meta.dirname, 'test/setup', file);

/** What people do with accounts is tried with PostgreSQL too: the same files, on servers that keep them there. */
const onBothEngines = Object.entries({
  accounts:
    'account-data account-sessions accounts api-keys change-password connected-apps cross-user guessing-limits',
  'accounts/':
    'model-lists own-notes oauth agent-audit agent-sign-in agent-sign-in-refusals plugin-sign-in registration saved-searches sessions sign-in-codes',
  admin: 'account-changes admin-lists',
  billing: 'agent-plans capped-purchases',
  downloads: 'agent-direct plugin-direct',
  mcp: 'tools',
  projects: 'check projects',
  rights: 'rights rights-matrix',
  share: 'shares',
  '../src-main/notes': 'account-notes exchange-notes',
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

/** Multiplies every limit: for machines that many share, as those of continuous integration are. */
const patience = Number(process.env.LODESTOCK_TEST_PATIENCE || (process.env.CI ? 4 : 1));

/**
 * Most tests are over before the young generation has grown. And what they download, hash and parse lies outside of the
 * heap: every 64 MB of it would have all of the heap looked through, which took a quarter of their time.
 */
const knownFlags = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
const seldomGarbage = [
  '--min-semi-space-size=16',
  '--initial-old-space-size=256',
  '--external-memory-accounted-in-global-limit',
].filter((flag) => knownFlags.includes(flag.replace(/=.*/, ' ')));

const noSetup: readonly string[] = [];
/** Limits end what hangs; they do not judge speed: at a load of 40, a test of one second of CPU took more than 30. */
const project = (
  name: keyof typeof files,
  seconds: number,
  { isBuilt = true, setupFiles = [from('fixed-seed.ts')], globalSetup = noSetup } = {},
) => ({
  test: {
    name,
    // Their modules keep nothing that another test could see, and are compiled once for all files.
    isolate: false,
    include: [...files[name]],
    testTimeout: seconds * 1000 * patience,
    hookTimeout: seconds * 1000 * patience,
    expect: { poll: { timeout: 60_000 * patience } },
    setupFiles: [from('skip-quarantined.ts'), from('temporary-files.ts'), ...setupFiles],
    execArgv: seldomGarbage,
    globalSetup: [from(isBuilt ? 'build-first.ts' : 'prefer-built-threads.ts'), ...globalSetup],
  },
});

/** Vitest keeps the process of a file for the next one only while both are of one project, and starting one costs as much as a test. */
const isWhole = !process.argv.some((word) => word.startsWith('--project'));
const programs = isWhole
  ? [project('programs', 180)]
  : [project('process', 180), project('browser', 180), project('plugins', 180)];

export default defineConfig({
  test: {
    // Two more than can compute at a time, as tests of processes and pages wait for those; more get into each other's way.
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
