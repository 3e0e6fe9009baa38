import { expect, test } from 'vitest';
import { openPublishing } from '../../helpers/publishing.ts';
import { solidModels } from '../../helpers/solid-models.ts';
import { until } from '../../helpers/test-site.ts';

const contentOf = (format: string) => Buffer.from(Object.values(solidModels[format] ?? {})[0] ?? '');

async function openStudio() {
  const studio = await openPublishing({ 'Old/Crate.stl': contentOf('stl') });
  const waiting = studio.server.db
    .prepare<[], number>("SELECT count(*) FROM job WHERE kind = 'shape' AND state = 'waiting'")
    .pluck();
  await until(async () => waiting.get() === 0);
  return studio;
}

test('names the models of the same shape before they are published again', async () => {
  const { server, publisher, sendAll } = await openStudio();
  const uploads = await sendAll({
    'New/box.ply': contentOf('ply'),
    'New/ramp.obj': Buffer.from('v 0 0 0\nv 3 0 0\nv 0 2 0\nf 1 2 3\n'),
  });

  const { body } = await server.call('publishCheck', { uploads }, { token: publisher.token });

  const same = body.models.map((model) => [model.title, model.same?.map(({ title }) => title)]);
  expect(same).toEqual([
    ['Box', ['Crate']],
    ['Ramp', undefined],
  ]);
  const { guid = '', sketchUrl = '' } = body.models[0]?.same?.[0] ?? {};
  expect((await server.call('model', { guid }, {})).body.title).toBe('Crate');
  expect((await fetch(sketchUrl ?? '')).headers.get('content-type')).toBe('image/webp');
});

test('publishes a model of the same shape all the same', async () => {
  const { publish } = await openStudio();

  const { state } = await publish({ 'box.ply': contentOf('ply') });

  expect(state).toBe('published');
});
