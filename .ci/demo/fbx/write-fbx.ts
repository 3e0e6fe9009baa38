import { connect, writeFbxFile } from '../../../server/base/fbx/fbx-file.ts';
import type { FbxNode } from '../../../server/base/fbx/fbx-node.ts';
import { nameTexture, type Scene } from '../scene.ts';
import { describeGeometry, describeMaterial, describeModel, describeTexture } from './fbx-objects.ts';

/** The scene as binary FBX 7.4 in centimetres, Y up, with textures by relative name. */
export function writeFbx(scene: Scene): Buffer {
  const ids = numberObjects(scene);
  const textures = scene.materials.flatMap((material, index) => {
    const file = `textures/${nameTexture(scene.slug, material.name)}`;
    const input = { texture: ids.texture(index), video: ids.video(index), file };
    const name = `${material.name}_basecolor`;
    return [describeMaterial(ids.material(index), material), ...describeTexture(input, name)];
  });
  const meshes = scene.parts.flatMap((part, index) => [
    describeGeometry(ids.geometry(index), part, scene.grain),
    describeModel(ids.model(index), part.name),
  ]);
  return writeFbxFile({
    creator: 'Lodestock demo library',
    objects: [...meshes, ...textures],
    connections: connectAll(scene, ids),
  });
}

type Ids = ReturnType<typeof numberObjects>;

function numberObjects(scene: Scene) {
  const [parts, materials] = [1000, 1000 + 2 * scene.parts.length];
  return {
    geometry: (index: number) => BigInt(parts + 2 * index),
    model: (index: number) => BigInt(parts + 2 * index + 1),
    material: (index: number) => BigInt(materials + 3 * index),
    texture: (index: number) => BigInt(materials + 3 * index + 1),
    video: (index: number) => BigInt(materials + 3 * index + 2),
  };
}

function connectAll(scene: Scene, ids: Ids): readonly FbxNode[] {
  const parts = scene.parts.flatMap((part, index) => {
    const material = scene.materials.findIndex((each) => each.name === part.material);
    return [
      connect(ids.model(index), 0n),
      connect(ids.geometry(index), ids.model(index)),
      connect(ids.material(material), ids.model(index)),
    ];
  });
  const materials = scene.materials.flatMap((_, index) => [
    connect(ids.texture(index), ids.material(index), 'DiffuseColor'),
    connect(ids.video(index), ids.texture(index)),
  ]);
  return [...parts, ...materials];
}
