import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../../../server/contract/limits.ts';
import { createArchiveContents } from '../../../../server/files/archive/archive-contents.ts';
import { createArchivePlans } from '../../../../server/files/archive/archive-plans.ts';
import { plainPlaces } from '../../../../server/files/library-places.ts';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';

const wish = { guid: 'table', folder: '10k', kind: 'all' } as const;

async function openPlans(maxBytes?: number) {
  const scanned = makeScannedLibrary({
    ...simpleModel('table', { guid: 'table' }),
    ...simpleModel('chair', { guid: 'chair' }),
    'bare/product.json': JSON.stringify({ guid: 'bare' }),
    'bare/10k/thing.obj': objText(3, 'bare'),
  });
  await scanned.scan();
  let now = 0;
  const removed: string[] = [];
  const libraryDir = scanned.library.folder;
  const plans = createArchivePlans({
    contents: createArchiveContents(scanned.db, plainPlaces(libraryDir)),
    confirm: async (_model, { mark }) => mark,
    clock: () => now,
    onRemove: ({ id }) => removed.push(id),
    ...(maxBytes !== undefined && { maxBytes }),
  });
  onTestFinished(() => expect(plans.count()).toBeLessThan(10));
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...scanned, plans, removed, advance };
}

test('shares one plan between all who ask', async () => {
  const { plans } = await openPlans();

  const asked = await Promise.all([plans.get(wish), plans.get(wish)]);
  const later = await plans.get(wish);

  expect(new Set([...asked, later].map(({ plan }) => plan.id)).size).toBe(1);
});

test('removes a plan when its hour is over', async () => {
  const { plans, removed, advance } = await openPlans();
  const { plan } = await plans.get(wish);
  advance(limits.archivePlan - 1);
  plans.sweep();
  const before = plans.count();

  advance(1);
  plans.sweep();

  expect([before, plans.count(), removed]).toEqual([1, 0, [plan.id]]);
});

test('keeps no more plans than fit', async () => {
  const { plans, removed } = await openPlans(2500);

  const first = await plans.get(wish);
  await plans.get({ ...wish, guid: 'chair' });

  expect([plans.count(), removed]).toEqual([1, [first.plan.id]]);
});

test('plans anew after the model has changed', async () => {
  const { plans, library, scan } = await openPlans();
  const before = await plans.get(wish);
  writeFileSync(path.join(library.folder, 'table/10k/more.bin'), 'more');
  await scan();

  const after = await plans.get(wish);

  expect(after.plan.entryCount).toBe(before.plan.entryCount + 1);
  expect(plans.count()).toBe(1);
});

test('plans anew after a plan was dropped', async () => {
  const { plans } = await openPlans();
  const { plan } = await plans.get(wish);

  plans.drop(plan);

  expect((await plans.get(wish)).plan.id).not.toBe(plan.id);
});

test.each([
  ['no such model', { ...wish, guid: 'none' }],
  ['no such folder', { ...wish, folder: '100k' }],
  ['half a folder name', { ...wish, folder: '10' }],
  ['no textures', { ...wish, guid: 'bare', kind: 'textures' }],
] as const)('makes no archive of %s', async (_, wanted) => {
  const { plans } = await openPlans();

  await expect(plans.get(wanted)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  expect(plans.count()).toBe(0);
});
