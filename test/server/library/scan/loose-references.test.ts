import { expect, test } from 'vitest';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';
import { png } from '../../../helpers/ordinary-folders.ts';
import { sampleGltf } from '../../../helpers/sample-files.ts';

const pngOf = (text: string) => Buffer.concat([png, Buffer.from(text)]);

function gltf(bin: string, ...images: readonly string[]): string {
  const { content } = sampleGltf({ triangles: 2, uri: bin });
  return JSON.stringify({ ...JSON.parse(content), images: images.map((uri) => ({ uri })) });
}
const [buffer = Buffer.alloc(0)] = Object.values(sampleGltf({ triangles: 2 }).beside);

/** The files of the only model with what each misses, and the reasons that are listed. */
async function scan(files: Readonly<Record<string, string | Uint8Array>>) {
  const library = makeScannedLibrary(files);
  await library.scan();
  const rows = library.db
    .prepare<[], [string, string | null]>('SELECT relative_path, missing FROM file ORDER BY relative_path')
    .raw()
    .all();
  const reasons = library.db
    .prepare<[], [string, string]>('SELECT kind, reason FROM problem ORDER BY path')
    .raw()
    .all();
  return {
    paths: rows.map(([path]) => path.slice(path.indexOf('/') + 1)),
    missing: rows.flatMap(([, missing]) => (missing === null ? [] : [JSON.parse(missing)])),
    reasons,
  };
}

test.each([
  ['case', 'Textures/Jar_Color.png', 'textures/jar_color.png'],
  ['composed letters', 'H\u00f6lzer/eiche.png', 'Ho\u0308lzer/eiche.png'],
  ['a query', 'wood.png?v=3', 'wood.png'],
  ['percent signs', '100%25.png', '100%.png'],
  ['a percent sign alone', '100%.png', '100%.png'],
  ['names that are encoded on the disk', 'oak%20wood.png', 'oak%20wood.png'],
  ['backslashes', 'maps\\oak.png', 'maps/oak.png'],
])('finds the picture and the buffer of a glTF in spite of %s', async (_, named, file) => {
  const { paths, missing, reasons } = await scan({
    'Jar/jar.gltf': gltf('Box.BIN', named),
    'Jar/box.bin': buffer,
    [`Jar/${file}`]: pngOf('jar'),
  });

  expect(reasons).toEqual([]);
  expect(paths).toHaveLength(3);
  expect(missing).toEqual([]);
});

test('tells of each model the picture that is nearest', async () => {
  const { paths } = await scan({
    'Set/a/textures/Wood.png': pngOf('a'),
    'Set/b/textures/wood.png': pngOf('b'),
    'Set/b/jar.obj': objText(4, 'jar', 'jar.mtl'),
    'Set/b/jar.mtl': 'newmtl wood\nmap_Kd Textures/WOOD.png\n',
  });

  expect(paths).toEqual(['Textures/WOOD.png', 'jar.mtl', 'jar.obj']);
});

const shared = { 'Jar/box.bin': buffer, 'Jar/metal.png': pngOf('metal') };
const fbx = `; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXVersion: 7400
}
Objects:  {
	Geometry: 1, "Geometry::", "Mesh" {
		Vertices: *9 {
			a: 0,0,0,1,0,0,0,1,0
		}
		PolygonVertexIndex: *3 {
			a: 0,1,-3
		}
	}
	Texture: 2, "Texture::wood", "" {
		RelativeFilename: "C:\\Users\\Ada\\maps\\wood.png"
	}
}
`;
const dae = `<COLLADA version="1.4.1"><library_images><image id="w"><init_from>maps/wood.png</init_from></image></library_images>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`;

test.each([
  ['glTF', { 'Jar/jar.gltf': gltf('box.bin', 'wood.png', 'metal.png'), ...shared }],
  [
    'MTL',
    {
      'Jar/jar.obj': objText(4, 'jar', 'jar.mtl'),
      'Jar/jar.mtl': 'newmtl m\nmap_Kd -s 2 2 2 -clamp on metal.png\nbump -bm 0.5 maps\\wood.png\n',
      ...shared,
    },
  ],
  ['COLLADA', { 'Jar/jar.dae': dae }],
  ['FBX', { 'Jar/jar.fbx': fbx }],
])('publishes %s without a picture, and names what is missing', async (_, files) => {
  const { missing, reasons } = await scan(files);

  expect(missing).toEqual([['wood.png']]);
  expect(reasons).toEqual([
    [
      'flaw',
      'One file is missing: wood.png. The model is published all the same. Put it next to the scene, or export it again.',
    ],
  ]);
});

test('names all that is missing, also a material library', async () => {
  const { missing, reasons } = await scan({
    'Jar/jar.obj': `mtllib a.mtl b.mtl\n${objText(4, 'jar')}`,
    'Jar/a.mtl': 'newmtl m\nmap_Kd wood.png\n',
  });

  expect(missing).toEqual([['b.mtl', 'wood.png']]);
  expect(reasons[0]?.[1]).toMatch(/^2 files are missing: b\.mtl, wood\.png\./);
});

test('a glTF whose geometry is missing stays broken', async () => {
  const { paths, reasons } = await scan({ 'Jar/jar.gltf': gltf('gone.bin') });

  expect(paths).toEqual([]);
  expect(reasons).toEqual([['broken', expect.stringContaining('needs "gone.bin", which is missing')]]);
});
