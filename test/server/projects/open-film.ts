import { beforeEach } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const licences = {
  chair: 'CC-BY-4.0',
  table: 'CC0-1.0',
  lamp: 'CC-BY-NC-4.0',
  vase: 'Studio licence',
  rug: '',
} as const;

/** A server on models of these licences with a new project for each test, and what people do with that. */
export async function openFilm() {
  const models = Object.entries(licences).map(([guid, license]) =>
    simpleModel(guid, { guid, attribution: `Maker of ${guid}`, ...(license !== '' && { license }) }),
  );
  const library = makeLibraryFolder(Object.assign({}, ...models));
  const server = await startTestServer({ libraryDir: library.folder });
  const admin = await registerPerson(server);
  const owner = await registerPerson(server);
  const other = await registerPerson(server);
  let projectId = '';
  beforeEach(async () => {
    projectId = (await server.call('makeProject', { name: 'Film' }, owner)).body.id;
  });
  return {
    ...{ library, server, admin, owner, other },
    projectId: () => projectId,
    check: async (by = owner) => (await server.call('checkProject', { projectId }, by)).body,
    add: (...guids: string[]) => server.call('changeProject', { projectId, add: guids }, owner),
    report: (used: readonly object[], by: { token: string } = owner, scene = 'kitchen.blend') =>
      server.call('reportScene', { projectId, scene, models: used as never }, by),
  };
}
