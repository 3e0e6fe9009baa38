import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readAssetLibrary } from '../../helpers/blender-client.ts';
import { whyNotConfined } from '../../helpers/can-confine.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { samplePng } from '../../helpers/sample-files.ts';
import { solidModels } from '../../helpers/solid-models.ts';
import { startTestServer } from '../../helpers/test-server.ts';
import { until } from '../../helpers/test-site.ts';
import { hasBlender } from './blender-program.ts';
import { makeFolder } from './parts.ts';
import { runAssets } from './run-assets.ts';

const lacking = hasBlender ? whyNotConfined() : 'Blender is not installed';
const reason = lacking === null ? '' : ` (skipped: ${lacking})`;
const Seen = z.object({
  ...{ names: z.array(z.string()), pixels: z.number(), pictures: z.array(z.boolean()) },
  said: z.array(z.tuple([z.uuid(), z.string(), z.string(), z.array(z.string())])),
  licences: z.array(z.string().nullable()),
});
const product = (fields: object) => JSON.stringify({ category: 'Chairs', ...fields });
const lamp = {
  ...{ guid: 'lamp', title: 'Lämp', description: 'Of brass', tags: ['desk', 'light'] },
  ...{ license: 'CC-BY-4.0', attribution: 'Ann' },
};
const inside = (folder: string, files: object) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));

test.skipIf(lacking !== null)(
  `makes assets of GLB and FBX files, and again of changed ones${reason}`,
  async () => {
    const library = makeLibraryFolder({
      ...inside('chair/10k', solidModels.glb ?? {}),
      'chair/product.json': product({ guid: 'chair', title: 'Chair', priceUsd: 0 }),
      ...inside('lamp/1k', solidModels.fbx ?? {}),
      'lamp/product.json': product(lamp),
      'lamp/previewSmall.png': samplePng({ side: 64 }),
      ...inside('print/1k', solidModels.glb ?? {}),
      'print/product.json': product({ guid: 'print', title: 'Print', license: 'CC-BY-ND-4.0' }),
      ...inside('sofa/10k', solidModels.glb ?? {}),
      'sofa/product.json': product({ guid: 'sofa', title: 'Sofa' }),
    });
    const server = await startTestServer({
      libraryDir: library.folder,
      environment: { LODESTOCK_BLENDER: 'auto' },
    });
    const { folder, remove } = makeFolder();
    onTestFinished(async () => {
      await server.close();
      library.remove();
      remove();
    });
    const waiting = server.db
      .prepare("SELECT count(*) FROM job WHERE kind = 'asset' AND state = 'waiting'")
      .pluck();
    const settled = () => until(() => waiting.get() === 0);
    const read = () => readAssetLibrary(`${server.baseUrl}/blender-library/`);
    await settled();
    const listed = await read();

    expect(listed.assets.map(({ name, id_type, files }) => [name, id_type, ...files])).toEqual([
      ['Chair', 'COLLECTION', 'chair/made/chair.blend'],
      ['Lämp', 'COLLECTION', 'lamp/made/lamp.blend'],
    ]);
    const { meta: { catalog_id = '', author, license } = {}, thumbnail } = listed.assets[1] ?? {};
    expect([author, license, thumbnail === undefined]).toEqual(['Ann', 'CC-BY-4.0', false]);
    const target = path.join(folder, 'lamp.blend');
    for (const file of listed.files.slice(1)) writeFileSync(target, (await listed.download(file)).bytes);
    expect(Seen.parse(JSON.parse(/^SEEN (.*)$/m.exec(runAssets('open', target))?.[1] ?? '{}'))).toEqual({
      ...{ names: ['COLLECTION Lämp'], pixels: 16, pictures: [true] },
      ...{ said: [[catalog_id, 'Ann', 'Of brass', ['desk', 'light']]], licences: ['CC-BY-4.0'] },
    });

    library.write({ 'chair/product.json': product({ guid: 'chair', title: 'Chair', priceUsd: 5 }) });
    library.write({ 'lamp/product.json': product({ ...lamp, title: 'Desk lamp' }) });
    await server.scan();
    await settled();

    expect((await read()).assets.map(({ name }) => name)).toEqual(['Desk lamp']);
    const levels = path.join(server.dataDir, 'levels');
    const stored = () => readdirSync(levels, { recursive: true, encoding: 'utf8' });
    // A file goes after its row, so that no row is ever without its file.
    await until(() => stored().filter((name) => name.endsWith('.glb')).length === 1);
    expect(readdirSync(path.join(server.dataDir, 'blender'))).toEqual([]);
  },
);
