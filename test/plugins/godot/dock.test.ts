import { appendFileSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { Receipt } from '../../../src-main/library/receipt.ts';
import { listFiles } from '../blender/parts.ts';
import { startDesktopQueue } from '../desktop-queue.ts';
import { changing } from '../overlay-server.ts';
import { reason, toldLast, toStatuses } from './godot-project.ts';
import { needsGodot, setGodot } from './set-godot.ts';

const { stage, project, guidOf, walk } = setGodot();

/** The way of a person through the whole dock, once for the tests that look at what came of it. */
async function walkOnce() {
  const own = project();
  const { server, browser, overlay, library, address } = stage();
  const [guid, shelf] = [await guidOf('Oak chair'), await guidOf('Shelf')];
  const place = `res://lodestock/Oak chair_${guid}`;
  const { id: projectId } = (await server.call('makeProject', { name: 'Castle', isShared: true }, browser))
    .body;
  const source = path.join(library.folder, 'Stool/10k');
  const job = {
    ...{ id: 'job-1', guid: 'stool', title: 'Stool', lod: '10k', format: 'gltf', server: address },
    scenePath: path.join(source, 'chair.gltf'),
    searchPaths: [source, path.join(source, 'textures')],
  };
  const queue = await startDesktopQueue(path.join(own.settings, 'Lodestock/dcc.json'), [job]);
  let [reported, asked]: [unknown, readonly string[]] = [[], []];
  const steps = [
    ...[
      ['search', 'shelf'],
      ['open', 'Shelf'],
      ['choose', '1k'],
      ['press', 'Import'],
      ['mark', 'imported'],
    ],
    ...[
      ['open', 'Shelf'],
      ['report', 'Castle'],
      ['mark', 'reported'],
    ],
    ...[
      ['search', 'oak'],
      ['open', 'Oak chair'],
      ['choose', '1k'],
      ['press', 'Import'],
    ],
    ...[
      ['open_scene', 'res://main.tscn'],
      ['choose', '10k'],
      ['press', 'Import', 'no'],
      ['press', 'Import', 'yes'],
    ],
    ...[['look_at_scene'], ['undo'], ['choose', '10k'], ['press', 'ImportLevels'], ['look_at_scene']],
    ...[['look_at_levels', `${place}/lod.tscn`], ['mark', 'bought'], ['wait_for_job'], ['look_at_scene']],
  ];
  const { lines, complaints } = await walk(steps, async ({ mark }) => {
    if (mark === 'imported') {
      appendFileSync(path.join(own.folder, `lodestock/Shelf_${shelf}/1k/it.glb`), ' ');
      overlay.answer(
        /download\/formats/,
        changing((text) => text.replace('"version":1', '"version":3')),
      );
    }
    if (mark === 'reported') {
      reported = (await server.call('checkProject', { projectId }, browser)).body.models;
      overlay.clear();
    }
    if (mark === 'bought') {
      asked = overlay.askedFiles();
      queue.describe();
    }
  });
  queue.close();
  const at = (mark: string) => lines.findIndex(({ step }) => step === `mark ${mark}`);
  const parts = [lines.slice(0, at('reported')), lines.slice(at('reported') + 1, at('bought'))] as const;
  const [ofShelf, ofChair] = parts;
  return {
    ...{ own, guid, place, queue, reported, asked, complaints, ofShelf, ofChair },
    last: lines.slice(at('bought')),
  };
}
let whole: ReturnType<typeof walkOnce> | undefined;
function walkWhole() {
  whole ??= walkOnce();
  return whole;
}

needsGodot(`imports what was chosen, asks before it charges, and says what it cost${reason}`, async () => {
  const { ofChair: lines, complaints, place, asked } = await walkWhole();

  expect(toStatuses(lines)).toEqual([
    ['search oak', ''],
    ['open Oak chair', ''],
    ['choose 1k', ''],
    ['press Import', `Oak chair, 1k: in ${place}.`],
    ['open_scene res://main.tscn', `Oak chair, 1k: in ${place}.`],
    ['choose 10k', `Oak chair, 1k: in ${place}.`],
    ['press Import no', 'Cancelled. Nothing was charged.'],
    ['press Import yes', 'Oak chair, 10k: in the open scene. Charged 1.00 USD, 99.00 left.'],
    ...['look_at_scene', 'undo', 'choose 10k'].map((step) => [
      step,
      'Oak chair, 10k: in the open scene. Charged 1.00 USD, 99.00 left.',
    ]),
    ...['press ImportLevels', 'look_at_scene', `look_at_levels ${place}/lod.tscn`].map((step) => [
      step,
      'Oak chair, 100k, 10k, 1k: in the open scene.',
    ]),
  ]);
  const told = (name: string) => lines.flatMap((line) => (line[name] === undefined ? [] : [line[name]]));
  expect(told('models')).toEqual([[['Oak chair', true]]]);
  expect(told('about')).toEqual(['CC-BY-4.0\nOak chair by Ada']);
  expect(told('topologies')).toEqual([['100k', '10k', '1k']]);
  expect(told('buttons')).toEqual([
    [expect.stringMatching(/^GLB {2}it\.glb {2}/), 'Import', 'Import as LOD (1.00 USD)'],
    [expect.stringMatching(/^GLB/), 'Import (1.00 USD)', 'Import as LOD (1.00 USD)'],
    [expect.stringMatching(/^GLB/), 'Import', 'Import as LOD'],
  ]);
  const question =
    'Unlock "Oak chair" for 1.00 USD? Your balance is 100.00 USD.\nAll other files of this model are then free.';
  expect(told('question')).toEqual(Array(2).fill([question, 'Unlock for 1.00 USD', true]));
  expect(told('scene')).toEqual([
    [['Oak chair', '10k', `${place}/10k/it.glb`, true]],
    [['Oak chair', '100k, 10k, 1k', `${place}/lod.tscn`, true]],
  ]);
  const levels = Object(toldLast(lines, 'levels'));
  expect(levels.map(([lod]: readonly unknown[]) => lod)).toEqual(['100k', '10k', '1k']);
  const [, far] = levels.map(([, begin]: readonly number[]) => begin);
  expect(levels).toEqual([
    ['100k', 0, far],
    ['10k', far, far * 4],
    ['1k', far * 4, 0],
  ]);
  expect(complaints).not.toContain('SCRIPT ERROR');
  expect(asked.map((body) => JSON.parse(body).maxPriceUsd)).toEqual([undefined, 1, 0, 0, undefined]);
});

needsGodot(`keeps the licence beside the files, and the token out of the project${reason}`, async () => {
  const { own, guid } = await walkWhole();

  const folder = path.join(own.folder, `lodestock/Oak chair_${guid}`);
  const receipt = Receipt.parse(JSON.parse(readFileSync(path.join(folder, 'model.json'), 'utf8')));
  expect(receipt).toMatchObject({
    guid,
    title: 'Oak chair',
    license: 'CC-BY-4.0',
    attribution: 'Oak chair by Ada',
  });
  expect(receipt.files.map(({ relativePath, role }) => `${role} ${relativePath}`)).toEqual(
    ['100k', '10k', '1k'].map((lod) => `scene ${lod}/it.glb`),
  );
  const kept = path.join(own.settings, 'godot/lodestock_sign_ins.json');
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  const token = Object.values(JSON.parse(readFileSync(kept, 'utf8')))[0];
  expect(token).toMatch(/^lsp_/);
  const holders = listFiles(own.home).filter((file) =>
    readFileSync(path.join(own.home, file)).includes(String(token)),
  );
  expect(holders).toEqual(['config/godot/lodestock_sign_ins.json']);
});

needsGodot(`knows newer versions of what is here, and tells a project${reason}`, async () => {
  const { ofShelf, reported } = await walkWhole();

  expect(toStatuses(ofShelf).slice(0, 2)).toEqual([
    ['connect_to', ''],
    ['sign_in', 'Signed in.'],
  ]);
  expect(toldLast(ofShelf, 'about')).toContain('You imported version 1; this is version 3.');
  expect(toStatuses(ofShelf).at(-1)).toEqual(['report Castle', 'Castle: 1 file of models reported.']);
  expect(reported).toMatchObject([{ title: 'Shelf', version: 1, scenes: ['Forest'], isEdited: true }]);
});

needsGodot(`imports what the desktop app sends${reason}`, async () => {
  const { last, own, queue } = await walkWhole();

  const place = 'res://lodestock/Stool_stool/10k/chair.gltf';
  expect(toldLast(last, 'scene')).toEqual([expect.anything(), ['Stool', '10k', place, true]]);
  expect(queue.asked[0]?.url.searchParams.get('label')).toBe('Forest');
  expect(queue.results).toEqual([
    ['/dcc/jobs/job-1/result', { ok: true, message: 'Stool, 10k: in the open scene.' }],
  ]);
  const there = listFiles(path.join(own.folder, 'lodestock/Stool_stool'));
  expect(there.filter((file) => !file.endsWith('.import'))).toEqual(
    ['bin', 'gltf'].map((end) => `10k/chair.${end}`).concat('10k/textures/wood.png'),
  );
});
