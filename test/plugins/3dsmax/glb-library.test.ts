import { afterAll, beforeAll, expect } from 'vitest';
import { sampleGlb } from '../../helpers/sample-files.ts';
import { makeSolidGlb } from '../../helpers/solid-glb.ts';
import { until } from '../../helpers/test-site.ts';
import { readDemoRadio } from '../demo-radio.ts';
import { type MaxThread, startMax, startMaxThread } from '../maxscript/max-session.ts';
import { hasMono } from '../mono.ts';
import { type PluginStage, startPluginStage } from '../plugin-stage.ts';
import { maxTest } from './prepare-stage.ts';
import { chooseFile, openModel, openPanel, signIn } from './stage.ts';
// The server starts its own process for levels.
import 'node:child_process';

let stage: PluginStage;
let thread: MaxThread;
const titles = ['ball', 'radio', 'tile'];

beforeAll(async () => {
  if (!hasMono) return;
  thread = await startMaxThread();
  const glbs = {
    'tile/tile.glb': sampleGlb({ triangles: 12 }),
    'ball.glb': await makeSolidGlb({ rows: 75, texture: 64 }),
    'set/radio/radio.glb': readDemoRadio()['Portable Radio/10k/portable-radio.glb'] ?? '',
  };
  stage = await startPluginStage(glbs, { LODESTOCK_LEVELS: 'auto', LODESTOCK_LEVEL_FORMATS: '' });
  const find = async () => (await stage.server.call('search', { q: '', format: ['fbx'] })).body;
  await until(async () => (await find()).total === titles.length);
});
afterAll(async () => {
  await stage?.close();
  await thread?.stop();
});

maxTest('sees a whole library of GLB, with its materials', async () => {
  const session = await startMax(thread);
  await openPanel(session, stage);
  await signIn(session, stage);

  await openModel(session, '');
  const listed = (await session.see('lvwModels')).items;
  await openModel(session, 'radio');
  await chooseFile(session, '1k', 'fbx');
  const { nodes } = await session.max({ do: 'press', control: 'btnImport' });
  session.close();

  expect(listed.map((title) => title.toLowerCase()).toSorted()).toEqual(titles);
  const surfaces = new Set(nodes.flatMap((node) => node.surfaces));
  expect([...surfaces].find((one) => one.includes(' dial'))).toContain(
    [
      'PhysicalMaterial dial, base_color_map: dial_basecolor.png auto, roughness_map: dial_orm.png 1.0 3',
      'metalness_map: dial_orm.png 1.0 4, emit_color_map: dial_emissive.png auto',
      'bump_map: dial_normal.png 1.0 flipped',
    ].join(', '),
  );
});
