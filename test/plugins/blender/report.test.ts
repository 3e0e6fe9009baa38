import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleObj } from '../../helpers/sample-files.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { type Stage, startStage } from '../3dsmax/stage.ts';
import { changing } from '../overlay-server.ts';
import { hasBlender } from './blender-program.ts';
import { makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';

const reason = hasBlender ? '' : ' (skipped: Blender is not installed)';
let stage: Stage;
beforeAll(async () => {
  if (!hasBlender) return;
  const scenes = ['1k', '10k'].map((lod, at) => [`Stool/${lod}/it.obj`, sampleObj({ triangles: 8 + at })]);
  const product = JSON.stringify({ title: 'Stool', license: 'CC0-1.0' });
  stage = await startStage({ 'Stool/product.json': product, ...Object.fromEntries(scenes) });
});
afterAll(() => stage?.close());

test.skipIf(!hasBlender)(
  `knows newer versions of what the file uses, and tells a project${reason}`,
  async () => {
    const { folder, remove } = makeFolder();
    const owner = await registerPerson(stage.server);
    const { id: projectId } = (
      await stage.server.call('makeProject', { name: 'Film', isShared: true }, owner)
    ).body;
    const check = async () => (await stage.server.call('checkProject', { projectId }, owner)).body.models;
    const seen: unknown[] = [];
    const toVersion3 = changing((text) => text.replace('"version":1', '"version":3'));
    const news = 'The scene has version 1. Version 3 is available.';

    const found = await runBlender({
      wish: { do: 'report', server: stage.address, folder },
      home: folder,
      onLine: async (line) => {
        if (typeof line.approveUrl === 'string') await stage.approve(line.approveUrl);
        if (line.now === 'newer') stage.overlay.answer(/download\/formats/, toVersion3);
        if (line.now === 'two') seen.push(...(await check()));
      },
    });
    remove();

    expect(found).toMatchObject({
      same: expect.not.stringContaining('The scene has version'),
      newer: expect.stringContaining(news),
      loaded: '',
      unsaved: expect.stringContaining('Save the file first'),
      offered: expect.stringContaining('[Report to a project] [Film]'),
      reported: { error: '', status: 'Film: 2 files of models reported.' },
      page: expect.stringContaining('[Report to Film]'),
      emptied: { error: '', status: 'Film: 0 files of models reported.' },
    });
    expect(seen).toMatchObject([
      {
        title: 'Stool',
        version: 1,
        people: 1,
        scenes: ['film/010/main.blend'],
        isEdited: false,
        isOutdated: false,
      },
    ]);
    expect(await check()).toEqual([]);
  },
);
