import path from 'node:path';
import { expect, test } from 'vitest';
import { enterByCompany, startCompany } from '../../helpers/company.ts';
import { objText, simpleModel } from '../../helpers/library-folder.ts';
import { createPublisher } from '../../helpers/publishing.ts';
import { runServerCommand } from '../../helpers/server-command.ts';
import { startTestServer } from '../../helpers/test-server.ts';

// A studio of twenty, from the first sign-in to a client who looks at the work. Each test goes on where the last one ended.

const day = 24 * 60 * 60 * 1000;
/** How many people each group of the company's provider has: `artists1`, `artists2` … */
const sizes = { it: 1, leads: 4, artists: 7, reviewers: 4, freelancers: 4 } as const;
type Group = keyof typeof sizes;
const logins = Object.entries(sizes).flatMap(([group, count]) =>
  Array.from({ length: count }, (_, index) => ({ login: `${group}${index + 1}`, group })),
);
const people = Object.fromEntries(
  logins.map(({ login, group }) => [
    login,
    { email: `${login}@studio.example`, email_verified: true, name: login, groups: [group] },
  ]),
);
const free = { priceUsd: 0, category: 'Props' };
const company = await startCompany(people);
type Person = Awaited<ReturnType<typeof enterByCompany>> & { readonly key: string };
const team = new Map<string, Person>();
const of = (login: string): Person => team.get(login) ?? expect.fail(`${login} has not signed in`);

async function enter(login: string) {
  const entered = await enterByCompany(server, login);
  const { apiKey: key } = (await server.call('createApiKey', { name: 'Plugin' }, entered)).body;
  team.set(login, { ...entered, key });
}
/** How many models a person finds, and how a file of one answers. */
async function look(login: string) {
  const { body } = await server.call('browse', {}, of(login));
  const file = await of(login).visit(`${server.baseUrl}/download/chair/format/obj?lod=10k`);
  return [body.total, file.status];
}

const server = await startTestServer({
  files: {
    ...simpleModel('chair', { guid: 'chair', license: 'CC0-1.0', ...free }),
    ...simpleModel('lamp', { guid: 'lamp', license: 'CC-BY-NC-4.0', ...free }),
  },
  rendererDir: path.resolve(import.meta.dirname, '../../../src-renderer'),
  isClockStopped: true,
  environment: {
    ...company.environment,
    LODESTOCK_CATALOGUE: 'private',
    LODESTOCK_PASSWORDS: 'admins',
    LODESTOCK_OIDC_ADMIN_GROUP: 'it',
  },
});

test('signs twenty people in through their company, without an account made before', async () => {
  for (const { login } of logins) await enter(login);

  const { accounts, total } = (await server.call('adminAccounts', {}, of('it1'))).body;
  expect(total).toBe(20);
  expect(accounts.filter(({ role }) => role === 'admin').map(({ name }) => name)).toEqual(['it1']);
});

test('lets each group see, download or edit by its right, and others nothing', async () => {
  const names: readonly Group[] = ['leads', 'artists', 'reviewers'];
  const { body: groups } = await server.call('adminGroups', {}, of('it1'));
  const wanted = names.map((name) => ({ name, members: [] }));
  await server.call('adminSetGroups', { groups: wanted, basedOn: groups.tag }, of('it1'));
  const { body: before } = await server.call('adminRights', {}, of('it1'));
  const rights = [
    { root: '/', group: 'leads', may: 'edit' },
    { root: '/', group: 'artists', may: 'download' },
    { root: '/', group: 'reviewers', may: 'see' },
  ] as const;
  await server.call('adminSetRights', { rights: [...rights], basedOn: before.tag }, of('it1'));

  const allowed: Record<Group, readonly number[]> = {
    ...{ it: [2, 302], leads: [2, 302], artists: [2, 302], reviewers: [2, 403], freelancers: [0, 404] },
  };
  const { body: listed } = await server.call('adminGroups', {}, of('it1'));
  expect(listed.groups.map(({ name, fromCompany }) => [name, fromCompany])).toEqual([
    ...[
      ['artists', 7],
      ['leads', 4],
      ['reviewers', 4],
    ],
  ]);
  for (const { login, group } of logins)
    expect([login, ...(await look(login))]).toEqual([login, ...allowed[group as Group]]);
});

test('publishes a model, and new versions of it by people who may edit', async () => {
  const setRole = (login: string) =>
    server.call('adminSetRole', { accountId: of(login).session.user.id, role: 'publisher' }, of('it1'));
  const publish = (login: string, guid?: string) =>
    createPublisher(server, of(login).key).publish(
      { '10k/rig.obj': objText(guid === undefined ? 40 : 41) },
      { title: `Rig of ${login}`, priceUsd: 0, ...(guid !== undefined && { guid }) },
    );
  await Promise.all([setRole('leads1'), setRole('artists1')]);
  const [byLead, byArtist] = [await publish('leads1'), await publish('artists1')];

  const again = await publish('leads1', byLead.guid);
  const refused = publish('artists1', byArtist.guid);

  await expect(refused).rejects.toThrow('You may see this model, but not change it.');
  expect([byLead.state, byArtist.state, again.state]).toEqual(['published', 'published', 'published']);
  const version = async (guid: string) =>
    (await server.call('model', { guid }, of('reviewers1'))).body.version;
  expect([await version(byLead.guid), await version(byArtist.guid)]).toEqual([2, 1]);
});

test('stops a pipeline over a licence, until the project is mended', async () => {
  const artist = of('artists2');
  const { id: projectId } = (await server.call('makeProject', { name: 'Film' }, artist)).body;
  const check = () =>
    runServerCommand(['project', 'check', projectId, '--server', server.baseUrl], {
      dataDir: '/nowhere/lodestock',
      environment: { LODESTOCK_TOKEN: artist.key },
    });
  await server.call('changeProject', { projectId, add: ['chair', 'lamp'] }, artist);
  const broken = await check();
  await server.call('changeProject', { projectId, remove: ['lamp'] }, artist);
  const mended = await check();

  expect([broken.code, mended.code]).toEqual([1, 0]);
  expect(broken.stdout).toContain('lamp: CC-BY-NC-4.0 forbids commercial use.');
  expect(mended.stdout).toBe('Film: may ship (1 model).\n');
});

test('takes a right away at the sign-in after its person left the group', async () => {
  const wish = { guid: 'chair', days: 7, withFiles: true };
  const { url } = (await server.call('share', wish, of('artists3'))).body;
  const shown = async () => (await fetch(url)).status;
  company.change({ ...people, artists3: { ...people.artists3, groups: ['freelancers'] } });
  const before = [...(await look('artists3')), await shown()];

  await enter('artists3');

  expect(before).toEqual([4, 302, 200]);
  expect([...(await look('artists3')), await shown()]).toEqual([0, 404, 410]);
});

test('shows a client the model of a link, with its files, until its time', async () => {
  const wish = { guid: 'chair', days: 7, withFiles: true };
  const { url } = (await server.call('share', wish, of('leads2'))).body;
  const ask = async (address: string) => (await fetch(address, { redirect: 'manual' })).status;
  const asClient = () => Promise.all([ask(url), ask(`${url}/viewer-asset/chair/files/10k/thing.obj`)]);
  const now = await asClient();
  server.advance(7 * day - 1000);
  const late = await asClient();
  server.advance(1000);

  expect([now, late, await asClient()]).toEqual([
    ...[
      [200, 302],
      [200, 302],
      [410, 410],
    ],
  ]);
  expect(await ask(`${server.baseUrl}/api/models/chair`)).toBe(401);
});
