import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Document } from '@gltf-transform/core';
import { expect, onTestFinished, test } from 'vitest';
import { writeDemo } from '../../../.ci/demo/build-demo.ts';
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
const withoutBlender = ' (skipped: Blender is not installed)';
const io = await createGltfIo();
const why = canRun ? '' : ' (skipped: Blender or the real models are not there)';

const script = `
import bpy, json, mathutils, numpy, os, sys
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
        corners = [o.matrix_world @ mathutils.Vector(c) for o in meshes for c in o.bound_box]
        size = [round(max(c[axis] for c in corners) - min(c[axis] for c in corners), 3) for axis in range(3)]
        def picture_of(socket):
            for link in socket.links:
                node = link.from_node
                if node.type == 'TEX_IMAGE': return os.path.basename(node.image.filepath) if node.image.size[0] else ''
                for other in node.inputs:
                    found = picture_of(other)
                    if found: return found
        wired = {}
        for material in bpy.data.materials:
            surface = next((n for n in material.node_tree.nodes if n.type == 'BSDF_PRINCIPLED'), None) if material.use_nodes else None
            if surface: wired[material.name] = [picture_of(surface.inputs[s]) for s in ('Base Color', 'Normal', 'Emission')]
        found[name] = {
            'hasTriangles': any(len(o.data.polygons) for o in meshes),
            'hasPictures': any(i.size[0] > 0 for i in bpy.data.images),
            'names': sorted(o.name for o in meshes), 'size': size, 'wired': wired,
            'layers': sorted({(len(o.data.uv_layers), o.data.has_custom_normals) for o in meshes}),
        }
    except Exception as error:
        found[name] = str(error)
print('FOUND ' + json.dumps(found))
`;

async function writeLevels(
  folder: string,
  source: Document,
  wish: { name: string; triangles: number | null },
) {
  const level = { ...wish, lod: '1k', texture: 256, formats: ['glb', 'fbx'] } as const;
  const names: string[] = [];
  for await (const { format, bytes, support } of makeLevels(io, source, [level])) {
    names.push(`${wish.name}.${format}`);
    for (const file of [{ path: `${wish.name}.${format}`, bytes }, ...support]) {
      mkdirSync(path.dirname(path.join(folder, file.path)), { recursive: true });
      writeFileSync(path.join(folder, file.path), file.bytes);
    }
  }
  return names;
}

async function openInBlender(folder: string) {
  const python = path.join(folder, 'import.py');
  writeFileSync(python, script);
  const args = ['--background', '--factory-startup', '--python', python, '--', folder];
  const env = { PATH: process.env.PATH, HOME: folder };
  const { stdout } = await promisify(execFile)(blenderProgram, args, { env, maxBuffer: 2 ** 26 });
  return JSON.parse(/^FOUND (.*)$/m.exec(stdout)?.[1] ?? '{}');
}

test.skipIf(!hasBlender)(
  `opens the FBX of a GLB as the GLB itself${hasBlender ? '' : withoutBlender}`,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-radio-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const demo = path.join(folder, 'demo');
    writeDemo(demo, { models: ['portable-radio'], budgets: { '10k': 1000, '100k': 1000 } });
    const file = path.join(demo, 'Portable Radio/1k/portable-radio.glb');
    const source = await readSource(io, { file, format: 'glb', support: {} });
    await writeLevels(folder, source, { name: 'radio', triangles: null });

    const { 'radio.glb': glb, 'radio.fbx': fbx } = await openInBlender(folder);

    expect(fbx).toMatchObject({ names: glb.names, size: glb.size, layers: glb.layers });
    expect(fbx.size).toEqual([0.323, 0.105, 0.38]);
    expect(Object.keys(fbx.wired)).toEqual(Object.keys(glb.wired));
    expect(fbx.wired.dial).toEqual(['dial_basecolor.png', 'dial_normal.png', 'dial_emissive.png']);
  },
);

test.skipIf(!canRun)(
  `imports levels of real models with their textures${why}`,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-imports-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const names: string[] = [];
    for (const { id, main, format } of readSharedModels().filter((model) => wanted.has(model.id))) {
      const place = path.join(sharedModelsFolder, id);
      const files = readdirSync(place, { recursive: true, encoding: 'utf8' });
      const support = Object.fromEntries(files.map((name) => [name, path.join(place, name)]));
      const source = await readSource(io, { file: path.join(place, main), format, support });
      names.push(...(await writeLevels(folder, source, { name: id, triangles: 1000 })));
    }

    const found = await openInBlender(folder);

    expect(names).toHaveLength(2 * wanted.size);
    expect(found).toMatchObject(
      Object.fromEntries(names.map((name) => [name, { hasTriangles: true, hasPictures: true }])),
    );
  },
  900_000,
);
