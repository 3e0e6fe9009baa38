import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLibraryFolder } from '../../../helpers/library-folder.ts';
import {
  sampleAsciiStl,
  sampleFbxBinary,
  sampleGlb,
  sampleMtl,
  sampleObj,
  samplePng,
} from '../../../helpers/sample-files.ts';
import { sampleJpeg } from '../../../helpers/sample-images.ts';
import { registerPerson, startTestServer, type TestServer } from '../../../helpers/test-server.ts';

const shapes = path.resolve(import.meta.dirname, '../../../../../shared/data/service-shape');
const isAbsent = !existsSync(shapes);
const note = isAbsent ? ' (skipped: shared service shape absent)' : '';
const library = makeLibraryFolder();
let server: TestServer;

/** Small sound content for a file of the public service's inventory; animated where its name says so. */
function contentOf(file: string): string | Uint8Array {
  const isAnimated = /_anim_|_all_animations/.test(file);
  const extension = file.slice(file.lastIndexOf('.') + 1);
  const contents: Readonly<Record<string, () => string | Uint8Array>> = {
    glb: () => sampleGlb({ triangles: 4, animated: isAnimated }),
    fbx: () => sampleFbxBinary({ triangles: 4, animated: isAnimated }),
    obj: () => sampleObj({ triangles: 4 }),
    mtl: () => sampleMtl('texture.png'),
    stl: () => sampleAsciiStl({ triangles: 4 }),
    png: () => samplePng({}),
    jpg: () => sampleJpeg(),
  };
  return contents[extension]?.() ?? `stand-in for ${file}`;
}

function layOut(name: string) {
  const { sourceFolderName, paths } = JSON.parse(
    readFileSync(path.join(shapes, `paths.${name}.example.json`), 'utf8'),
  );
  const metadata = path.join(shapes, `metadata.${name}.example.json`);
  for (const file of paths) {
    const isMetadata = file.endsWith('_metadata.json');
    const content = isMetadata ? (existsSync(metadata) ? readFileSync(metadata) : '{}') : contentOf(file);
    library.write({ [`${sourceFolderName}/${file}`]: content });
  }
}

beforeAll(async () => {
  if (isAbsent) return;
  for (const name of ['animated', 'static', 'legacy-folder-names']) layOut(name);
  server = await startTestServer({ libraryDir: library.folder });
});
afterAll(() => rmSync(library.folder, { recursive: true, force: true }));

const filesOf = async (guid: string) =>
  (await server.call('model', { guid })).body.topologies.flatMap(({ files }) => files);

test.skipIf(isAbsent)(`keeps a dozen FBX files of one topology apart${note}`, async () => {
  const fbx = (await filesOf('7000001')).filter(({ format, lod }) => format === 'fbx' && lod === '10k');

  expect(fbx).toHaveLength(13);
  expect(fbx.filter(({ variant }) => variant === 'animated')).toHaveLength(10);
  expect(fbx.filter(({ variant }) => variant === 'static')).toHaveLength(3);
  expect(fbx.every(({ supportFilesCount }) => supportFilesCount === 6)).toBe(true);
});

test.skipIf(isAbsent)(`offers no backup, dot file or file without topology${note}`, async () => {
  const files = await filesOf('7000001');

  expect(
    files.filter(({ relativePath }) =>
      /_bak$|\/\.|cgtrader|metadata|preview(Small|Medium)/.test(relativePath),
    ),
  ).toEqual([]);
  expect(files).toHaveLength(120);
});

test.skipIf(isAbsent)(`takes titles, posters and animation from metadata${note}`, async () => {
  const animated = (await server.call('model', { guid: '7000001' })).body;
  const still = (await server.call('model', { guid: '7000002' })).body;

  expect(animated).toMatchObject({
    typeLabel: 'character',
    animated: true,
    rigged: true,
    category: 'Character',
  });
  expect(animated.title).toBe('Clockwork Beetle Character Rigged and Animated');
  expect(still).toMatchObject({
    animated: false,
    category: 'Food',
    keywords: ['oven', 'bread', 'bakery', 'stone'],
  });
  expect((await fetch(still.previewSmallUrl ?? '')).headers.get('content-type')).toBe('image/jpeg');
});

test.skipIf(isAbsent)(`understands the older topology folder names${note}`, async () => {
  const { lods } = (await server.call('model', { guid: '5000003' })).body;

  expect(lods).toEqual(['1k', '10k']);
});

test.skipIf(isAbsent)(`asks which FBX is meant, and serves exactly that one${note}`, async () => {
  const { token } = await registerPerson(server);
  const vague = await server.call('agentDirect', { guid: '7000001', format: 'fbx', lod: '10k' }, { token });
  const wanted = (await filesOf('7000001')).find(({ relativePath }) =>
    relativePath.endsWith(
      '10k/Clockwork Beetle Character Rigged and Animated_preview_a3f1c9d2-5b7e-4c10-9e44-0d2f6b8a7c31_unity_anim_Jumping.fbx',
    ),
  );

  const exact = await server.call(
    'agentDirect',
    { guid: '7000001', format: 'fbx', lod: '10k', relativePath: wanted?.relativePath },
    { token },
  );
  const response = await fetch(exact.body.downloadUrl);

  expect([vague.status, vague.error.code]).toEqual([409, 'AMBIGUOUS_FILE']);
  expect(response.headers.get('etag')).toBe(`"${wanted?.sha256}"`);
});
