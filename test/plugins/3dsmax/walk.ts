import { expect } from 'vitest';
import type { MaxState } from '../maxscript/commands.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { chooseFile, openModel, openPanel, type Stage } from './stage.ts';

/** What was imported below a model's helper; an artist's own objects may hang there too. */
export const partsOf = (state: MaxState, root: string) =>
  state.nodes.filter(({ parent, properties }) => parent === root && properties.includes('lodestock_part'));
export const nodeNamed = (state: MaxState, name: string) => state.nodes.find((node) => node.name === name);

async function walkSignIn({ max, see, status }: MaxSession, stage: Stage) {
  const { launched } = await max({ do: 'press', control: 'btnSign' });
  expect(launched).toHaveLength(1);
  expect(launched[0]).toContain((await see('lblCode')).text.replace('Code: ', ''));
  expect(await see('tmrPoll')).toMatchObject({ active: true, interval: 2000 });

  await max({ do: 'tick', control: 'tmrPoll' });
  expect((await see('tmrPoll')).active).toBe(true);

  await stage.approve(launched[0]);
  stage.server.advance(3000);
  await max({ do: 'tick', control: 'tmrPoll' });
  expect(await status()).toBe('Signed in.');
  expect((await see('tmrPoll')).active).toBe(false);
  expect((await see('btnSign')).caption).toBe('Sign out');
}

async function walkImport(session: MaxSession, stage: Stage) {
  const { max, see, status } = session;
  await max({ do: 'add', node: 'Thing' });
  await openModel(session, 'oak chair');
  expect((await see('lvwModels')).items).toEqual(['Oak chair']);
  expect((await see('lvwModels')).pictures).toEqual(['80 x 80']);
  const poster = stage.overlay.seen.find(({ path }) => path.startsWith('/posters/'));
  expect(poster?.headers.accept).toBe('image/png, image/jpeg');
  expect((await see('ddlTopology')).items).toEqual(['1k', '10k', '100k']);

  await chooseFile(session, '1k', 'fbx');
  const state = await max({ do: 'press', control: 'btnImport' });
  expect(await status()).toBe('Oak chair, 1k: 1 object imported.');
  expect((await see('barProgress')).value).toBe(0);
  expect(state.imports).toEqual([
    { file: expect.stringMatching(/Oak chair_[\w-]+\/1k\/chair\.fbx$/), missing: [] },
  ]);
  expect(state.sessionMaps).toHaveLength(2);
  expect(state.lastingMaps).toEqual([]);
  expect(nodeNamed(state, 'Thing')).toMatchObject({ material: '', parent: '' });
  const [part] = partsOf(state, 'Oak chair001');
  expect(part?.properties).toContain('lodestock_lod = 1k');
  expect(part?.properties).toContain(`lodestock_server = ${stage.address}`);
}

async function walkSwitch({ max, status }: MaxSession, to: string) {
  await max({ do: 'select', nodes: ['Oak chair001'] });
  await max({ do: 'choose', control: 'ddlSwitch', item: to });
  const state = await max({ do: 'press', control: 'btnSwitch' });
  expect(await status()).toContain(`Oak chair is now ${to}: 1 object.`);
  const parts = partsOf(state, 'Oak chair001');
  expect(parts).toHaveLength(1);
  expect(parts[0]).toMatchObject({ material: 'red paint', layer: 'furniture', position: [10, 20, 0] });
  expect(parts[0]?.properties).toContain(`lodestock_lod = ${to}`);
  expect(nodeNamed(state, 'Oak chair001')).toMatchObject({
    parent: 'Table',
    layer: 'furniture',
    position: [10, 20, 0],
  });
  expect(nodeNamed(state, 'Cup')).toMatchObject({ parent: 'Oak chair001' });
}

/** The way of an artist through the whole plugin. */
export async function walkThrough(session: MaxSession, stage: Stage, file?: string) {
  const { max } = session;
  const opened = await openPanel(session, stage, file);
  expect(opened.menu).toEqual(['Lodestock > Lodestock: LodestockOpen']);
  expect(opened.globals).toEqual(['lodestock']);
  await walkSignIn(session, stage);
  await walkImport(session, stage);

  await max({ do: 'add', node: 'Table' });
  await max({ do: 'add', node: 'Cup' });
  await max({ do: 'link', node: 'Oak chair001', parent: 'Table' });
  await max({ do: 'link', node: 'Cup', parent: 'Thing001' });
  await max({ do: 'move', node: 'Oak chair001', by: [10, 20, 0] });
  await max({ do: 'toLayer', node: 'Oak chair001', layer: 'furniture' });
  await max({ do: 'toLayer', node: 'Thing001', layer: 'furniture' });
  await max({ do: 'dress', node: 'Thing001', material: 'red paint' });
  await walkSwitch(session, '10k');
  await walkSwitch(session, '100k');
  await walkSwitch(session, '1k');
}
