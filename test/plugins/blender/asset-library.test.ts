import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readAssetLibrary } from '../../helpers/blender-client.ts';
import { startPosterServer } from '../../helpers/poster-renderer.ts';
import { hasBlender } from './blender-program.ts';
import { makeFolder } from './parts.ts';
import { runAssets } from './run-assets.ts';

const reason = hasBlender ? '' : ' (skipped: Blender is not installed)';
const Seen = z.object({ names: z.array(z.string()), pixels: z.number() });

test.skipIf(!hasBlender)(`lists what Blender marked, and Blender opens it${reason}`, async () => {
  const { folder, remove } = makeFolder();
  onTestFinished(remove);
  runAssets('make', folder);
  const read = (name: string) => readFileSync(path.join(folder, name));
  const { server } = await startPosterServer({
    files: {
      'packed/product.json': '{"guid":"packed"}',
      'packed/1k/packed.blend': read('packed.blend'),
      'pressed/product.json': '{"guid":"pressed"}',
      'pressed/1k/pressed.blend': read('compressed.blend'),
      'needy/1k/needy.blend': read('external.blend'),
    },
  });

  const { assets, files, download } = await readAssetLibrary(`${server.baseUrl}/blender-library/`);

  expect(files.map(({ path: listed }) => listed)).toEqual([
    'packed/1k/packed.blend',
    'pressed/1k/pressed.blend',
  ]);
  const targets = files.map((_, at) => path.join(folder, `downloaded${at}.blend`));
  for (const [at, file] of files.entries()) writeFileSync(targets[at] ?? '', (await download(file)).bytes);
  const seen = [...runAssets('open', ...targets).matchAll(/^SEEN (.*)$/gm)].map(([, said = '']) =>
    Seen.parse(JSON.parse(said)),
  );
  const listed = files.map((file) => assets.filter((asset) => asset.files[0] === file.path));
  expect(listed.map(({ length }) => length)).toEqual([3, 3]);
  expect(seen).toEqual(
    listed.map((found) => ({
      names: found.map(({ name, id_type }) => `${id_type} ${name}`).toSorted(),
      pixels: 16,
    })),
  );
});
