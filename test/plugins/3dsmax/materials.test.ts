import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { readDemoRadio } from '../demo-radio.ts';
import { type MaxSession, type MaxThread, startMax, startMaxThread } from '../maxscript/max-session.ts';
import { hasMono } from '../mono.ts';
import { startPluginStage } from '../plugin-stage.ts';
import { maxTest } from './prepare-stage.ts';
import { chooseFile, openModel, openPanel, type Stage, signIn } from './stage.ts';

let stage: Stage;
let thread: MaxThread;
let sessions: MaxSession[] = [];
const pressImport = { do: 'press', control: 'btnImport' } as const;

beforeAll(async () => {
  if (!hasMono) return;
  thread = await startMaxThread();
  stage = await startPluginStage(readDemoRadio());
});
afterEach(() => {
  for (const session of sessions) session.close();
  sessions = [];
});
afterAll(async () => {
  await stage?.close();
  await thread?.stop();
});

async function importRadio(year: number, format: string) {
  const session = await startMax(thread, { year });
  sessions.push(session);
  await openPanel(session, stage);
  await signIn(session, stage);
  await openModel(session, 'radio');
  await chooseFile(session, '1k', format);
  return { session, state: await session.max(pressImport) };
}

maxTest('takes transparency of the colour, and gloss the other way round', async () => {
  const { session } = await importRadio(2024, 'fbx');
  const folder = path.join(session.root, 'import/Lodestock');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const [picture = ''] = found.filter((file) => file.endsWith('_leather_basecolor.png'));
  const place = JSON.stringify(path.join(folder, picture));
  const maps = ['baseColor', 'opacity', 'glossiness', 'height'].map((map) => `#("${map}", ${place})`);

  const { result } = await session.max({
    do: 'evaluate',
    source: `(local made = Lodestock.materials.fill (PhysicalMaterial name:"leaf") #(${maps.join(', ')})
      #(made.base_color_map.monoOutput, made.cutout_map.monoOutput, made.roughness_inv, made.bump_map.bitmap.gamma, made.bump_map_amt))`,
  });

  expect(result).toBe('#(0, 1, true, 1.0, 0.3)');
});

const name = (map: string) => `portable-radio_dial_${map}.png`;
const dial = [
  'PhysicalMaterial dial',
  `base_color_map: ${name('basecolor')} auto`,
  `roughness_map: ${name('orm')} 1.0 3`,
  `metalness_map: ${name('orm')} 1.0 4`,
  `emit_color_map: ${name('emissive')} auto`,
  `bump_map: ${name('normal')} 1.0 flipped`,
  ...['roughness: 0.5', 'bump_map_amt: 1.0'],
].join(', ');

for (const [year, format] of [
  [2021, 'fbx'],
  [2027, 'obj'],
] as const) {
  maxTest(`makes Physical Materials of ${format.toUpperCase()} files in ${year}`, async () => {
    const { session, state } = await importRadio(year, format);

    const surfaces = new Set(state.nodes.flatMap((node) => node.surfaces));
    expect(await session.status()).toMatch(/^Portable Radio, 1k: \d+ objects? imported\.$/);
    expect([...surfaces].filter((one) => one.includes(' dial'))).toEqual([dial]);
    expect([...surfaces].filter((one) => !one.startsWith('PhysicalMaterial'))).toEqual([]);
    expect([...surfaces].find((one) => one.includes(' brass'))).toBe(
      'PhysicalMaterial brass, base_color_map: portable-radio_brass_basecolor.png auto, roughness: 0.5',
    );
    expect(state.undoable).toEqual(['Import from Lodestock']);
  });
}
