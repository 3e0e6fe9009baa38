import { expect, test } from 'vitest';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { greenBox } from '../../helpers/unnamed-textures.ts';
import { startLevelServer } from './level-server.ts';

test('gives levels the textures that are called like their source, and says so', async () => {
  const library = makeLibraryFolder(
    Object.fromEntries(Object.entries(greenBox).map(([file, content]) => [`Boxes/${file}`, content])),
  );
  const { server, settled, scenes } = await startLevelServer(library.folder);
  await settled();

  const { body } = await server.call('browse', {});
  const guid = body.results[0]?.guid ?? '';
  const made = await scenes(guid);
  const glb = Buffer.from(await (await fetch(`${server.baseUrl}/viewer-asset/${guid}/glb1k`)).arrayBuffer());
  expect(made.map(({ format, derived }) => [format, derived?.texturesByName])).toEqual([
    ['glb', true],
    ['obj', undefined],
  ]);
  expect(glb.toString('latin1')).toContain('"baseColorTexture"');
});
