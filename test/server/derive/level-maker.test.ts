import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Maker, startMaker } from '../../../server/base/threads/start-maker.ts';
import { textOf } from '../../../server/contract/sentence.ts';
import { createLevelMaker } from '../../../server/derive/level-maker.ts';
import { makeSolidGlb } from '../../helpers/solid-glb.ts';
import { until } from '../../helpers/test-site.ts';
// The maker is its own process.
import 'node:child_process';
import { makeFolder } from '../../helpers/make-folder.ts';

const gibibyte = 1024 ** 3;
const solid = await makeSolidGlb({ rows: 40 });

function makePlace() {
  const root = makeFolder();
  const [folder, outside] = [path.join(root, 'work'), path.join(root, 'outside')];
  for (const made of [folder, outside]) mkdirSync(made);
  const file = path.join(outside, 'ball.glb');
  writeFileSync(file, solid);
  return { folder, outside, file };
}

type Options = {
  readonly memoryBytes?: number;
  readonly timeoutMs?: number;
  readonly onStart?: (maker: Maker<object>) => void;
};

function openMaker(
  folder: string,
  { memoryBytes = 2 * gibibyte, timeoutMs = 600_000, onStart }: Options = {},
) {
  const maker = createLevelMaker({
    ...{ folder, memoryBytes, timeoutMs, environment: {}, priority: 0 },
    start(options) {
      const started = startMaker(options);
      onStart?.(started);
      return started;
    },
  });
  onTestFinished(maker.close);
  return maker;
}

const toTask = (file: string, folder: string, triangles: number | null = 1000) => ({
  folder,
  groups: [
    {
      candidates: [{ file, format: 'glb', support: {} }],
      levels: [{ lod: '1k' as const, name: 'ball', formats: ['glb' as const], triangles, texture: 1024 }],
    },
  ],
});

test('makes the levels of one model after another', async () => {
  const { folder, file } = makePlace();
  const maker = openMaker(folder);

  const first = await maker.run(toTask(file, folder));
  const second = await maker.run(toTask(file, folder));

  for (const { made, reason, hasDied } of [first, second])
    expect({ lods: made.map(({ lod }) => lod), reason, hasDied }).toEqual({
      lods: ['1k'],
      reason: null,
      hasDied: false,
    });
  expect(readdirSync(folder)).toHaveLength(2);
});

test('tries the next file when one cannot be read', async () => {
  const { folder, outside, file } = makePlace();
  const broken = path.join(outside, 'broken.glb');
  writeFileSync(broken, solid.subarray(0, 5000));
  const maker = openMaker(folder);
  const task = toTask(file, folder);
  const [group] = task.groups;

  const { made, reason } = await maker.run({
    folder,
    groups: [
      {
        levels: group?.levels ?? [],
        candidates: [{ file: broken, format: 'glb', support: {} }, ...(group?.candidates ?? [])],
      },
    ],
  });

  expect(made.map(({ candidate }) => candidate)).toEqual([1]);
  expect(reason).toBeNull();
});

test('names the file that could not be read', async () => {
  const { folder, outside } = makePlace();
  const broken = path.join(outside, 'broken.glb');
  writeFileSync(broken, solid.subarray(0, 5000));
  const maker = openMaker(folder);

  const { made, reason, hasDied } = await maker.run(toTask(broken, folder));

  expect({ made, hasDied }).toEqual({ made: [], hasDied: false });
  expect(textOf(reason ?? '')).toMatch(/^broken\.glb could not be read for it: .+\.$/);
});

test('ends what takes too long, and goes on with the next', async () => {
  const { folder, file } = makePlace();
  const hasty = openMaker(folder, { timeoutMs: 1 });
  const patient = openMaker(folder);

  const { reason, hasDied } = await hasty.run(toTask(file, folder));

  expect([textOf(reason ?? ''), hasDied]).toEqual(['It took longer than 0.001 seconds.', false]);
  expect((await patient.run(toTask(file, folder))).made).toHaveLength(1);
});

test('ends what takes too much memory', async () => {
  const { folder, file } = makePlace();
  const maker = openMaker(folder, { memoryBytes: 32 * 1024 ** 2 });

  const { reason, made } = await maker.run(toTask(file, folder));

  expect({ reason, made }).toEqual({ reason: 'It needs more memory than one model may use.', made: [] });
});

test('survives the death of its process, and starts another', async () => {
  const { folder, file } = makePlace();
  const started: Maker<object>[] = [];
  const maker = openMaker(folder, { onStart: (one) => started.push(one) });

  const running = maker.run(toTask(file, folder));
  started[0]?.kill();
  const { hasDied } = await running;

  expect(hasDied).toBe(true);
  expect((await maker.run(toTask(file, folder))).made).toHaveLength(1);
  expect(started).toHaveLength(2);
});

test('may write to its folder only', async () => {
  const { folder, outside, file } = makePlace();
  const maker = openMaker(folder);

  const { made, reason } = await maker.run(toTask(file, outside));

  expect(made).toEqual([]);
  expect(textOf(reason ?? '')).toMatch(/access to this API has been restricted|permission/i);
  expect(readdirSync(outside)).toEqual(['ball.glb']);
});

test('ends when the server that started it closes', async () => {
  const { folder, file } = makePlace();
  let memory: Maker<object>['memory'] | null = null;
  const maker = openMaker(folder, {
    onStart(one) {
      memory = one.memory;
    },
  });
  await maker.run(toTask(file, folder));

  maker.close();

  await until(async () => (await memory?.()) === null);
});

test('begins nothing once the server closes', async () => {
  const { folder, file } = makePlace();
  let starts = 0;
  const maker = openMaker(folder, { onStart: () => (starts += 1) });
  maker.close();

  const { made, hasDied } = await maker.run(toTask(file, folder));

  expect([made, hasDied, starts]).toEqual([[], false, 0]);
});
