import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { textOf } from '../../../../server/contract/sentence.ts';
import { MoveRecord } from '../../../../src-main/library/move/move-record.ts';
import { createMover } from '../../../../src-main/library/move/mover.ts';
import { createJsonFile } from '../../../../src-main/platform/storage/json-file.ts';
import { createSharing } from '../../downloads/create-sharing.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';
import { contents, readContents, writeContents } from './library-under-move.ts';

/** A computer that moves a library to another disk; `start` is the app, from its start on. */
async function createComputer() {
  const scratch = await createScratch();
  const [from, to] = [path.join(scratch, 'from'), path.join(scratch, 'disk', 'to')];
  await writeContents(from);
  await mkdir(path.dirname(to));
  const { log } = createMemoryLog();
  const onDone = vi.fn();
  const order: string[] = [];
  const start = async () => {
    const mover = createMover({
      file: createJsonFile({ file: path.join(scratch, 'move.json'), schema: MoveRecord, log }),
      journalFile: path.join(scratch, 'move.jsonl'),
      ...{ sharing: createSharing(), log, onDone, retryDelay: 10, onChange: () => undefined },
      release: async () => void order.push('released'),
      follow: async () => void order.push('followed'),
      renameFolder: async () => {
        throw Object.assign(new Error('another disk'), { code: 'EXDEV' });
      },
    });
    await mover.load();
    onTestFinished(mover.stop);
    return mover;
  };
  const untilDone = () => expect.poll(() => onDone.mock.calls.length).toBe(1);
  return { from, to, start, untilDone, onDone, order };
}

test('stops downloads first and lets everything follow last', async () => {
  const { from, to, start, untilDone, onDone, order } = await createComputer();
  const mover = await start();

  await mover.begin(from, to);
  expect(mover.moving()).toEqual({ from, to });
  await untilDone();

  expect(order).toEqual(['released', 'followed']);
  expect(onDone.mock.calls[0]?.[1]).toBe(0);
  expect(mover.read()).toBeNull();
  expect(await readContents(to)).toEqual(contents);
});

test('a paused move is paused after a restart, and goes on', async () => {
  const { from, to, start, untilDone } = await createComputer();
  const first = await start();
  await first.begin(from, to);
  await first.pause();

  const second = await start();
  second.start();
  const paused = second.read();
  await second.resume();
  await untilDone();

  expect(paused).toMatchObject({ from, to, status: 'paused' });
  expect(await readContents(to)).toEqual(contents);
});

test('a move waits for its disk and goes on by itself', async () => {
  const { from, to, start, untilDone } = await createComputer();
  const first = await start();
  await first.begin(from, to);
  await first.stop();
  await rename(path.dirname(to), `${path.dirname(to)} pulled`);
  const second = await start();
  second.start();
  await expect.poll(() => textOf(second.read()?.message ?? '')).toContain('is not connected');
  expect(second.read()?.status).toBe('waiting');

  await rename(`${path.dirname(to)} pulled`, path.dirname(to));

  await untilDone();
  expect(await readContents(to)).toEqual(contents);
});

test('a cancelled move leaves the library where it was', async () => {
  const { from, to, start } = await createComputer();
  const mover = await start();
  await mover.begin(from, to);
  await mover.pause();

  await mover.cancel();

  expect(mover.read()).toBeNull();
  expect(await readContents(from)).toEqual(contents);
  expect(await readContents(to)).toEqual({});
});
