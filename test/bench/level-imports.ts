import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lodTriangles } from '../../server/contract/limits.ts';
import { makeLevels } from '../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../server/derive/make/read/decoders.ts';
import { readSource } from '../../server/derive/make/read/read-source.ts';
import { countDrawn } from '../../server/derive/make/simplify/merge-meshes.ts';
import { readSharedModels, sharedModelsFolder } from '../helpers/shared-models.ts';

// node test/bench/level-imports.ts [id ...]; needs Blender and, on Debian, python3-numpy. Makes the 1k of every real model as GLB, FBX and OBJ, and lets Blender import each;
// prints those that come in without triangles, without a picture of colour that the level has, or in another size than the GLB
// without its movements, as Blender plays the first of them at once.

type Expected = { readonly file: string; readonly hasPicture: boolean };

const io = await createGltfIo();
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-imports-'));
const named = process.argv.slice(2);
const readable = /^(glb|gltf|fbx|obj|stl|ply|dae|3mf|usdz)$/;

async function writeStill(id: string, bytes: Uint8Array): Promise<void> {
  const document = await io.readBinary(bytes);
  for (const animation of document.getRoot().listAnimations()) animation.dispose();
  writeFileSync(path.join(folder, `${id}.still.glb`), await io.writeBinary(document));
}

async function writeLevels(id: string, main: string, format: string): Promise<Expected[]> {
  const place = path.join(sharedModelsFolder, id);
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  const support = Object.fromEntries(names.map((name) => [name, path.join(place, name)]));
  const source = await readSource(io, { file: path.join(place, main), format, support });
  const isDrawn = source
    .getRoot()
    .listMaterials()
    .some((material) => /png|jpeg/.test(material.getBaseColorTexture()?.getMimeType() ?? ''));
  const triangles = countDrawn(source) > lodTriangles['1k'] ? lodTriangles['1k'] : null;
  const written: Expected[] = [];
  const wanted = { lod: '1k', name: id, triangles, texture: 512, formats: ['glb', 'fbx', 'obj'] } as const;
  for await (const made of makeLevels(io, source, [wanted])) {
    const file = `${id}.${made.format}`;
    writeFileSync(path.join(folder, file), made.bytes);
    for (const { path: inside, bytes } of made.support) {
      mkdirSync(path.dirname(path.join(folder, inside)), { recursive: true });
      writeFileSync(path.join(folder, inside), bytes);
    }
    if (made.format === 'glb') await writeStill(id, made.bytes);
    written.push({ file, hasPicture: isDrawn });
  }
  return written;
}

const script = `
import bpy, json, numpy, os, sys
if not hasattr(numpy, 'bool'): numpy.bool = bool  # Debian 12: the glTF add-on of Blender 3.4 is older than its numpy
folder = sys.argv[sys.argv.index('--') + 1]
found = {}
for name in sorted(os.listdir(folder)):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    place = os.path.join(folder, name)
    try:
        if name.endswith('.glb'): bpy.ops.import_scene.gltf(filepath=place)
        elif name.endswith('.fbx'): bpy.ops.import_scene.fbx(filepath=place)
        elif name.endswith('.obj'): bpy.ops.wm.obj_import(filepath=place)
        else: continue
        seen = bpy.context.evaluated_depsgraph_get()
        meshes = [o for o in bpy.context.scene.objects if o.type == 'MESH' and len(o.data.polygons) > 0 and not o.hide_get()]
        points = [o.matrix_world @ v.co for o in [m.evaluated_get(seen) for m in meshes] for v in o.data.vertices]
        size = [max(p[a] for p in points) - min(p[a] for p in points) for a in range(3)] if points else [0, 0, 0]
        pictures = sum(1 for i in bpy.data.images if i.size[0] > 0 or i.packed_file)
        found[name] = {'triangles': sum(len(p.vertices) - 2 for o in meshes for p in o.data.polygons), 'size': size, 'pictures': pictures}
    except Exception as error:
        found[name] = {'error': str(error).strip().split('\\n')[-1]}
print('FOUND ' + json.dumps(found))
`;

type Found = {
  readonly error?: string;
  readonly triangles?: number;
  readonly pictures?: number;
  readonly size?: readonly number[];
};

function importAll(): Readonly<Record<string, Found>> {
  const file = path.join(folder, 'import.py');
  writeFileSync(file, script);
  const args = ['--background', '--factory-startup', '--python', file, '--', folder];
  const told = execFileSync('blender', args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const answer = /^FOUND (.*)$/m.exec(told)?.[1];
  if (answer === undefined) throw new Error(`Blender did not answer:\n${told.slice(-2000)}`);
  return JSON.parse(answer);
}

const written: Expected[] = [];
for (const { id, main, format, malformed } of readSharedModels()) {
  const isWanted = named.length === 0 || named.includes(id);
  if (!isWanted || malformed || id.startsWith('bad-') || !readable.test(format)) continue;
  if (readFileSync(path.join(sharedModelsFolder, id, main)).length === 0) continue;
  written.push(
    ...(await writeLevels(id, main, format).catch((error: unknown) => {
      console.log(`${id}: no levels (${error instanceof Error ? error.message : String(error)})`);
      return [];
    })),
  );
}
const found = importAll();
let faults = 0;
for (const { file, hasPicture } of written) {
  const { error, triangles = 0, pictures = 0, size = [] } = found[file] ?? { error: 'not imported' };
  const twin = found[file.replace(/\.\w+$/, '.still.glb')]?.size ?? [];
  const isOtherSize =
    !file.endsWith('.glb') &&
    size.some((length, axis) => Math.abs(length - (twin[axis] ?? 0)) > 0.02 * Math.max(...twin));
  const told = [
    error,
    triangles === 0 && error === undefined ? 'no triangles' : undefined,
    hasPicture && pictures === 0 ? 'no picture' : undefined,
    isOtherSize
      ? `size ${size.map((one) => one.toFixed(3))}, as GLB ${twin.map((one) => one.toFixed(3))}`
      : undefined,
  ].filter((one) => one !== undefined);
  if (told.length === 0) continue;
  faults += 1;
  console.log(`${file}: ${told.join('; ')}`);
}
console.log(`${written.length} levels imported by Blender, ${faults} with a fault`);
rmSync(folder, { recursive: true });
