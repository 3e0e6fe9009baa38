import { expect, test } from 'vitest';
import { openPublishing } from '../../helpers/publishing.ts';
import { sampleGlb } from '../../helpers/sample-files.ts';

const studio = await openPublishing();

test('finds the model in every check of the same files at the same time', async () => {
  const { server, publisher, tus } = studio;
  const upload = await tus.send('Chair/chair.glb', Buffer.from(sampleGlb({ triangles: 400_000 })));
  const check = () =>
    server.call('publishCheck', { uploads: [upload], isOneModel: false }, { token: publisher.token });

  const answers = await Promise.all(Array.from({ length: 8 }, check));

  expect(answers.map(({ body }) => body.models?.length)).toEqual(answers.map(() => 1));
});
