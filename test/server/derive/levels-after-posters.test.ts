import { expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, startPosterServer } from '../../helpers/poster-renderer.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { until } from '../../helpers/test-site.ts';
// The server starts its own process for levels.
import 'node:child_process';

test('makes levels after posters, unless somebody asks for them', async () => {
  const vase = simpleModel('vase', { guid: 'vase' });
  const environment = { LODESTOCK_LEVELS: 'auto', LODESTOCK_LEVEL_FORMATS: 'glb' };
  const { server, library, claim, deliver, renderAll } = await startPosterServer({
    files: vase,
    environment,
  });
  const { token } = await registerPerson(server);
  const stateOf = (guid: string) =>
    server.db
      .prepare<[string], string>(
        "SELECT state FROM job JOIN model ON model.id = model_id WHERE kind = 'level' AND guid = ?",
      )
      .pluck()
      .get(guid);
  await until(() => stateOf('vase') === 'done');
  const held = requireJob(await claim());
  library.write(simpleModel('lamp', { guid: 'lamp' }));
  await server.scan();

  await server.call('adminRemakeLevels', { guids: ['vase'] }, { token });
  await until(() => stateOf('vase') === 'done');
  const meanwhile = stateOf('lamp');
  await deliver(held.token);
  await renderAll();

  expect(meanwhile).toBe('waiting');
  await until(() => stateOf('lamp') === 'done');
});
