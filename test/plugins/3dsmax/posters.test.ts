import { expect } from 'vitest';
import { sampleJpeg } from '../../helpers/sample-jpeg.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import type { Reply } from '../overlay-server.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { chooseModel, openModel, openPanel, settleShelf } from './stage.ts';

const { stage, keep, openSignedIn, openWithPanel } = prepareStage();
const posters = /^\/posters\//;
const countAsked = () => stage().overlay.seen.filter(({ path }) => posters.test(path)).length;

/** Titles of all models, each with how much of its picture is drawn. */
async function list(session: MaxSession) {
  await session.max({ do: 'type', control: 'edtQuery', text: '' });
  await session.max({ do: 'press', control: 'btnFind' });
  await settleShelf(session);
  const { items, pictures } = await session.see('lvwModels');
  return Object.fromEntries(items.map((title, index) => [title, pictures[index]]));
}
const whole = '80 x 80';

maxTest('shows pictures in the list, except those that are WebP', async () => {
  const session = await openWithPanel();

  expect(await list(session)).toEqual({ 'Oak chair': whole, Robot: whole, Palace: '' });
});

maxTest('fits a wide picture', async () => {
  const body = sampleJpeg(200, { height: 100 });
  stage().overlay.answer(posters, () => ({ type: 'image/jpeg', body }));
  const session = await openWithPanel();

  expect((await list(session)).Robot).toBe('80 x 40');
});

maxTest('fetches each picture once for all sessions', async () => {
  const session = await openWithPanel();
  await list(session);
  const next = keep(await session.restart());
  await openPanel(next, stage());
  const asked = countAsked();

  expect(await list(next)).toMatchObject({ 'Oak chair': whole, Robot: whole });
  // Only the WebP of the palace, which cannot be kept.
  expect(countAsked() - asked).toBe(1);
});

maxTest('goes on while pictures do not come', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  stage().overlay.answer(posters, () => promise);
  const session = await openSignedIn();
  await session.max({ do: 'type', control: 'edtQuery', text: 'robot' });
  await session.max({ do: 'press', control: 'btnFind' });

  await session.max({ do: 'choose', control: 'lvwModels', item: 1 });
  await session.max({ do: 'tick', control: 'tmrShelf' });

  expect((await session.see('ddlTopology')).items).toEqual(['1k', '10k']);
  expect((await session.see('lvwModels')).pictures).toEqual(['']);
  resolve({ type: 'image/jpeg', body: sampleJpeg(64) });
  await settleShelf(session);
  expect((await session.see('lvwModels')).pictures).toEqual([whole]);
});

for (const [what, reply] of [
  ['is damaged', { type: 'image/jpeg', body: sampleJpeg(512).subarray(0, 60) }],
  ['is none at all', { type: 'text/html', body: '<html>' }],
  ['is gone', { status: 404, body: '{"ok":false}' }],
] as const) {
  maxTest(`opens a model whose poster ${what}, and asks for it again later`, async () => {
    const session = await openSignedIn();
    stage().overlay.answer(posters, () => reply);

    await openModel(session, 'oak chair');

    expect((await session.see('lvwModels')).pictures).toEqual(['']);
    expect(await session.status()).toBe('');
    expect((await session.see('ddlTopology')).items).toEqual(['1k', '10k', '100k']);
    stage().overlay.clear();
    expect((await list(session))['Oak chair']).toBe(whole);
  });
}

maxTest('opens what is selected last, once it is free', async () => {
  const session = await openSignedIn();
  const titles = Object.keys(await list(session));
  await session.max({ do: 'choose', control: 'lvwModels', item: 'Palace' });
  await session.max({ do: 'choose', control: 'lvwModels', item: titles[0] ?? '' });

  await settleShelf(session);

  expect((await session.see('lblModel')).text).toContain(titles[0]);
  await chooseModel(session);
  expect(await session.status()).toBe('');
});
