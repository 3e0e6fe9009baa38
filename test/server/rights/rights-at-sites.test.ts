import { expect, test } from 'vitest';
import { syncKey } from '../../helpers/fake-host.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

test('takes a model away from a site that follows, and gives it back', async () => {
  const environment = { LODESTOCK_SYNC_KEY: syncKey };
  const server = await startTestServer({
    files: { ...simpleModel('vault/crate'), ...simpleModel('hall/chair') },
    environment,
  });
  const site = await startTestServer({
    environment: { ...environment, LODESTOCK_ROLE: 'site', LODESTOCK_HOSTS: server.baseUrl },
    tuning: { sync: { wait: 0, idle: 10, retry: 50 } },
  });
  const admin = await registerPerson(server);
  const total = async () => (await site.call('browse', {})).body.total;
  const { tag } = (await server.call('adminGroups', {}, admin)).body;
  await server.call('adminSetGroups', { groups: [{ name: 'crew', members: [] }], basedOn: tag }, admin);
  const { tag: basedOn } = (await server.call('adminRights', {}, admin)).body;
  await expect.poll(total).toBe(2);

  const rights = [{ root: 'vault', group: 'crew', may: 'see' as const }];
  const closed = (await server.call('adminSetRights', { rights, basedOn }, admin)).body;
  await expect.poll(total).toBe(1);
  await server.call('adminSetRights', { rights: [], basedOn: closed.tag }, admin);
  await expect.poll(total).toBe(2);
});
