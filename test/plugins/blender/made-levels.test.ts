import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makeLevels } from '../../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../../server/derive/make/read/decoders.ts';
import { readSource } from '../../../server/derive/make/read/read-source.ts';
import { hasSharedModels, readSharedModels, sharedModelsFolder } from '../../helpers/shared-models.ts';
import { blenderProgram, hasBlender } from './blender-program.ts';

/** Basis textures and Draco; skins and movements; a text FBX; an OBJ with its MTL; a scene of many parts. */
const wanted = new Set([
  'jet-fighter',
  'knight',
  'fbx-ascii-embedded-texture',
  'obj-chest-gold',
  'flight-helmet',
]);
const canRun = hasBlender && hasSharedModels;
const why = canRun ? '' : ' (skipped: Blender or the real models are not there)';

const script = `
import bpy, json, numpy, os, sys
if not hasattr(numpy, 'bool'): numpy.bool = bool  # the glTF add-on of Blender 3.4 is older than Debian's numpy
folder = sys.argv[sys.argv.index('--') + 1]
found = {}
for name in sorted(os.listdir(folder)):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    try:
        importer = {'.glb': bpy.ops.import_scene.gltf, '.fbx': bpy.ops.import_scene.fbx}.get(name[-4:])
        if importer is None: continue
        importer(filepath=os.path.join(folder, name))
        meshes = [o for o in bpy.context.scene.objects if o.type == 'MESH']
        pictures = sum(1 for i in bpy.data.images if i.packed_file and i.size[0] > 0)
        found[name] = {'hasTriangles': any(len(o.data.polygons) for o in meshes), 'hasPictures': pictures > 0}
    except Exception as error:
        found[name] = str(error)
print('FOUND ' + json.dumps(found))
`;

test.skipIf(!canRun)(
  `imports levels of real models with their textures${why}`,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-imports-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const io = await createGltfIo();
    const names: string[] = [];
    for (const { id, main, format } of readSharedModels().filter((model) => wanted.has(model.id))) {
      const place = path.join(sharedModelsFolder, id);
      const files = readdirSync(place, { recursive: true, encoding: 'utf8' });
      const support = Object.fromEntries(files.map((name) => [name, path.join(place, name)]));
      const source = await readSource(io, { file: path.join(place, main), format, support });
      const level = { lod: '1k', triangles: 1000, texture: 256, formats: ['glb', 'fbx'] } as const;
      for await (const made of makeLevels(io, source, [level])) {
        names.push(`${id}.${made.format}`);
        writeFileSync(path.join(folder, `${id}.${made.format}`), made.bytes);
      }
    }
    const python = path.join(folder, 'import.py');
    writeFileSync(python, script);

    const args = ['--background', '--factory-startup', '--python', python, '--', folder];
    const env = { PATH: process.env.PATH, HOME: folder };
    const { stdout } = await promisify(execFile)(blenderProgram, args, { env, maxBuffer: 2 ** 26 });

    expect(names).toHaveLength(2 * wanted.size);
    expect(JSON.parse(/^FOUND (.*)$/m.exec(stdout)?.[1] ?? '{}')).toEqual(
      Object.fromEntries(names.map((name) => [name, { hasTriangles: true, hasPictures: true }])),
    );
  },
  900_000,
);
