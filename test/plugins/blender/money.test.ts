import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleObj } from '../../helpers/sample-files.ts';
import { type Stage, startStage } from '../3dsmax/stage.ts';
import { hasBlender } from './blender-program.ts';
import { makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';
import type { Line } from './run-python.ts';

const reason = hasBlender ? '' : ' (skipped: Blender is not installed)';
let stage: Stage;
beforeAll(async () => {
  if (!hasBlender) return;
  const files = ['Stool', 'Bench', 'Shelf'].flatMap((title) => [
    [`${title}/product.json`, JSON.stringify({ title })],
    ...['1k', '10k', '100k'].map((lod, at) => [`${title}/${lod}/it.obj`, sampleObj({ triangles: 8 + at })]),
  ]);
  stage = await startStage(Object.fromEntries(files));
});
afterAll(() => stage?.close());

const asked = () => stage.overlay.askedFiles().map((body) => JSON.parse(body));
const once = '1.00 USD once, your balance is 100.00 USD; 1k is free';
const question =
  'Unlock "Stool" for 1.00 USD? Your balance is 100.00 USD. All other files of this model are then free. [Unlock for 1.00 USD] [Cancel]';
const countPrices = (page: unknown) => String(page).match(/\[OBJ[^\]]*, 1\.00 USD\]/g)?.length ?? 0;

test.skipIf(!hasBlender)(`asks before it charges, and says what it cost${reason}`, async () => {
  const { folder, remove } = makeFolder();
  const before: Record<string, number> = {};
  const onLine = async (line: Line) => {
    if (typeof line.approveUrl === 'string') await stage.approve(line.approveUrl);
    if (typeof line.now === 'string') before[line.now] = asked().length;
    if (line.now === 'corrupt') stage.fault.set('corrupt');
    if (line.now === 'mended') stage.fault.set('none');
    if (line.now === 'dearer') {
      const product = path.join(stage.library.folder, 'Shelf/product.json');
      writeFileSync(product, JSON.stringify({ title: 'Shelf', priceUsd: 5 }));
      await stage.server.scan();
    }
  };

  const wish = { do: 'money', server: stage.address, folder };
  const found = await runBlender({ wish, onLine, home: folder });
  remove();

  expect(found).toMatchObject({
    opened: '',
    page: expect.stringContaining(once),
    question: expect.stringContaining(question),
    declined: 'Cancelled. Nothing was charged.',
    free: { error: '', status: 'Stool, 1k: 1 object.' },
    switch: expect.stringContaining(question),
    paid: { error: '', status: 'Stool, 10k: 1 object. Charged 1.00 USD, 99.00 left.' },
    pageAfter: expect.not.stringContaining('for 1.00'),
    again: true,
    broken: expect.stringMatching(/arrived damaged.* Charged 1\.00 USD, 98\.00 left\.$/),
    left: { error: '', status: 'Bench, 10k: 1 object.' },
    dearer: '"Shelf" now costs $5.00, more than you agreed to pay. Nothing was charged.',
  });
  expect([countPrices(found.page), countPrices(found.pageAfter)]).toEqual([2, 0]);
  expect(before).toMatchObject({ asked: 1 });
  expect(asked().map(({ lod, maxPriceUsd }) => [lod, maxPriceUsd])).toEqual([
    ['1k', undefined],
    ['10k', 1],
    ['100k', 0],
    ['10k', 1],
    ['10k', 1],
    ['10k', 0],
  ]);
});
