import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openBlender } from '../../../server/blender-library/make/open-blender.ts';
import { runBlender } from '../../../server/blender-library/make/run-blender.ts';
import { textOf } from '../../../server/contract/sentence.ts';
import { whyNotConfined } from '../../helpers/can-confine.ts';
import { until } from '../../helpers/test-site.ts';
// Blender is its own process.
import 'node:child_process';
import { makeFolder } from '../../helpers/make-folder.ts';

const lacking = whyNotConfined();
const noBubblewrap = lacking === null ? '' : ` (skipped: ${lacking})`;
const programFolders = (process.env.PATH ?? '').split(path.delimiter);

/** A program that says it is Blender 5.1 and then does what `script` says. */
function makeFolders(script: string) {
  const folder = makeFolder();
  const [program, work] = [path.join(folder, 'app/blender'), path.join(folder, 'work')];
  for (const one of [path.dirname(program), work]) mkdirSync(one);
  const told = 'case "$*" in *--version*) echo "Blender 5.1.0"; exit;; esac';
  writeFileSync(program, `#!/bin/sh\n${told}\n${script}\n`);
  chmodSync(program, 0o755);
  return { folder, program, work };
}

type Limits = { readonly timeout?: number; readonly memoryBytes?: number; readonly signal?: AbortSignal };

/** Lets it work with bubblewrap only where that is wanted. */
async function start(
  script: string,
  { isConfined = false, ...limits }: Limits & { isConfined?: boolean } = {},
) {
  const { folder, program, work } = makeFolders(script);
  const found = { wanted: program, programFolders: isConfined ? programFolders : [], folder: work };
  const blender = await openBlender(found);
  if (blender === null) throw new Error('It is not found.');
  const { signal = new AbortController().signal } = limits;
  const usual = { timeout: 600_000, memoryBytes: 2 ** 40, priority: 0, environment: {} };
  const run = () => runBlender({ blender, folder: work, ...usual, ...limits, signal });
  return { folder, work, blender, run };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

test('takes nothing from its environment, and no script of a file', async () => {
  const { work, blender, run } = await start('echo "$@" > arguments; env > environment');

  const failure = await run();

  const read = (name: string) => readFileSync(path.join(work, name), 'utf8');
  expect([failure, blender.version]).toEqual([null, 501]);
  for (const wanted of ['--background', '--factory-startup', '--disable-autoexec', '--offline-mode'])
    expect(read('arguments').split(' ')).toContain(wanted);
  expect(read('environment')).toContain(`HOME=${work}`);
  expect(read('environment')).not.toMatch(/^(PATH|LODESTOCK_\w+|NODE_\w+)=\/.*node/m);
});

test.each([
  ['says why', 'echo noise; echo "LODESTOCK It has no mesh."; exit 3', {}, 'It has no mesh.', false],
  ['dies', 'kill -9 $$', {}, 'Blender stopped unexpectedly over it.', true],
  ['stands still', 'exec sleep 600', { timeout: 1 }, 'It took longer than 0.001 seconds.', false],
  ['grows', 'exec sleep 600', { memoryBytes: 1 }, 'It needs more memory than one model may use.', false],
])('ends a Blender that %s', async (_what, script, limits, reason, hasDied) => {
  const { run } = await start(script, limits);

  const failure = await run();

  expect([textOf(failure?.reason ?? ''), failure?.hasDied]).toEqual([
    typeof reason === 'string' ? reason : expect.stringMatching(reason),
    hasDied,
  ]);
});

test('ends with the server', async () => {
  const closing = new AbortController();
  const { folder, run } = await start('echo $$ > pid; exec sleep 600', { signal: closing.signal });
  const running = run();
  const pidFile = path.join(folder, 'work/pid');
  const pid = () => Number(readText(pidFile));
  await until(() => pid() > 0);

  closing.abort();

  expect(await running).toEqual({ reason: 'The server ended.', hasDied: false });
  expect(() => process.kill(pid(), 0)).toThrow('ESRCH');
});

test.skipIf(lacking !== null)(`sees nothing of the computer but its folder${noBubblewrap}`, async () => {
  const secret = 'cat ../key /etc/passwd /proc/1/environ 2>/dev/null';
  const more = 'ls /sys/class/net /home /root 2>/dev/null';
  const { folder, work, run } = await start(
    `{ ${secret}; ls / ; ${more}; touch ../mark /usr/mark 2>/dev/null; } > seen; ls > mine`,
    { isConfined: true },
  );
  writeFileSync(path.join(folder, 'key'), 'secret');
  writeFileSync(path.join(work, 'task.json'), '{}');

  expect(await run()).toBe(null);

  const seen = readFileSync(path.join(work, 'seen'), 'utf8').split('\n').filter(Boolean);
  expect(seen.filter((name) => !/^(bin|dev|etc|lib\w*|proc|tmp|usr|work)$/.test(name))).toEqual([]);
  expect(readFileSync(path.join(work, 'mine'), 'utf8')).toContain('task.json');
});

test.skipIf(lacking !== null)(`finds Blender by itself only beside bubblewrap${noBubblewrap}`, async () => {
  const { program, work } = makeFolders('');
  const found = (folders: readonly string[]) =>
    openBlender({ wanted: 'auto', programFolders: [path.dirname(program), ...folders], folder: work });

  const [alone, beside] = [await found([]), await found(programFolders)];

  expect([alone, beside?.isConfined]).toEqual([null, true]);
});
