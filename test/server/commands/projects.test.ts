import { expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { runServerCommand } from '../../helpers/server-command.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({
  files: {
    ...simpleModel('chair', { guid: 'chair', license: 'CC0-1.0' }),
    ...simpleModel('lamp', { guid: 'lamp', license: 'CC-BY-NC-4.0' }),
  },
});
const person = await registerPerson(server);
const key = (await server.call('createApiKey', { name: 'Pipeline' }, person)).body.apiKey;

async function makeProject(...guids: string[]): Promise<string> {
  const { id } = (await server.call('makeProject', { name: 'Film' }, person)).body;
  await server.call('changeProject', { projectId: id, add: guids }, person);
  return id;
}
/** In a folder that has no server's data, as in a pipeline. */
const check = (
  id: string,
  { token = key, more = [] as readonly string[], address = server.baseUrl, settings = {} } = {},
) =>
  runServerCommand(['project', 'check', id, '--server', address, ...more], {
    dataDir: '/nowhere/lodestock',
    environment: { LODESTOCK_TOKEN: token, ...settings },
  });

test('exits with 0 where a project may ship', async () => {
  expect(await check(await makeProject('chair'))).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: 'Film: may ship (1 model).\n',
  });
});

test('exits with 1 over a breach, and says what to do', async () => {
  expect(await check(await makeProject('chair', 'lamp'))).toEqual({
    ...{ code: 1, stderr: '' },
    stdout: `Film: 1 thing stands in the way (2 models).
- lamp: CC-BY-NC-4.0 forbids commercial use. Use another model, or ask its author for other terms.
`,
  });
});

test('exits with 2 where it cannot tell', async () => {
  const id = await makeProject();
  const models = [{ guid: 'elsewhere', title: 'Old door' }];
  await server.call('reportScene', { projectId: id, scene: 'hall.blend', models }, person);

  const { code, stdout } = await check(id);

  expect([code, stdout.split('\n')[0]]).toEqual([2, 'Film: 1 thing stands in the way (1 model).']);
});

test('prints JSON for programs', async () => {
  const { code, stdout } = await check(await makeProject('lamp'), { more: ['--json'] });

  expect([code, JSON.parse(stdout)]).toMatchObject([1, { verdict: 'breach', models: [{ guid: 'lamp' }] }]);
});

test.each([
  ['a wrong project', () => check('none'), 'There is no such project, or it is not shared with you.\n'],
  ['a wrong key', () => check('none', { token: 'lsk_wrong' }), /^Sign in first/],
  ['no key', () => check('none', { token: '' }), /LODESTOCK_TOKEN/],
  ['no server', () => check('none', { address: 'http://127.0.0.1:9' }), /cannot be reached/],
  ['a wrong setting', () => check('none', { settings: { LODESTOCK_PORT: 'many' } }), /LODESTOCK_PORT/],
  ['a wrong address', () => check('none', { address: 'models.studio' }), /write an address/],
])('exits with 2, not as if over a breach, for %s', async (_name, run, said) => {
  const { code, stderr } = await run();

  expect(code).toBe(2);
  expect(stderr).toMatch(said);
});
