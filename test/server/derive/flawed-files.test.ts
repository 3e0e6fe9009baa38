import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { editGlb, makeSolidGlb } from '../../helpers/solid-glb.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { startLevelServer } from './level-server.ts';

const sound = await makeSolidGlb({ rows: 8 });
const metal = [{ pbrMetallicRoughness: { metallicFactor: 5 } }];
const shiny = editGlb(sound, (json) => Object.assign(json, { materials: metal }));
const undeclared = editGlb(sound, (json) =>
  Object.assign(json, { materials: [{ extensions: { KHR_materials_unlit: {} } }] }),
);

test('says which glTF files break rules of the format, and publishes them', async () => {
  const library = makeLibraryFolder({
    'shiny/shiny.glb': shiny,
    'unlit/unlit.glb': undeclared,
    'sound/sound.glb': sound,
  });
  onTestFinished(() => library.remove());
  const { server, settled, runs } = await startLevelServer(library.folder);
  const { token } = await registerPerson(server);
  await settled();
  const list = async () => {
    const { groups } = (await server.call('adminProblems', {}, { token })).body;
    return groups.flatMap(({ problems }) => problems.map(({ path, kind, reason }) => [path, kind, reason]));
  };
  const found = await list();
  const before = runs();

  library.write({ 'shiny/shiny.glb': sound, 'unlit/note.txt': 'by me' });
  await server.scan();
  await settled();

  expect((await server.call('browse', {})).body.total).toBe(3);
  expect(found.toSorted()).toEqual([
    [
      'shiny/shiny.glb',
      'flaw',
      expect.stringMatching(
        /^shiny\.glb breaks rules of glTF \(errors: 1\), first at \/materials\/0\/pbrMetallicRoughness\/metallicFactor: .*\. It is published, but strict programs may refuse it\.$/,
      ),
    ],
    ['unlit/unlit.glb', 'flaw', expect.stringContaining('KHR_materials_unlit')],
  ]);
  expect((await list()).map(([path]) => path)).toEqual(['unlit/unlit.glb']);
  expect(runs() - before).toBeLessThanOrEqual(1);
});
