import { expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { startPosterServer } from '../../helpers/poster-renderer.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const vase = simpleModel('vase', { guid: 'vase' });
test('has no routes for renderers while posters are switched off', async () => {
  const { server, headers } = await startPosterServer({
    files: vase,
    environment: { LODESTOCK_POSTERS: 'off' },
  });

  const claim = await server.call('claimPoster', {}, { headers });

  expect(claim.status).toBe(404);
});

test('says how to get posters without a browser', async () => {
  const environment = { LODESTOCK_POSTERS_KEY: '', LODESTOCK_CHROMIUM: '/nowhere/chromium' };
  const { server } = await startPosterServer({ files: vase, environment });
  const { token } = await registerPerson(server);

  const { body } = await server.call('posterStatus', {}, { token });

  expect({ mode: body.mode, waiting: body.waiting }).toEqual({ mode: 'waiting', waiting: 1 });
  expect(body.message).toContain('/posters-render');
  expect(server.logged.filter((line) => line.includes('Posters wait'))).toHaveLength(1);
});
