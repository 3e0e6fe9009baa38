import { connect, writeFbxFile } from '../../../server/base/fbx/fbx-file.ts';
import type { FbxNode } from '../../../server/base/fbx/fbx-node.ts';
import { nameTexture, type Scene } from '../scene.ts';
import { mapsOf } from '../textures/maps.ts';
import { describeGeometry, describeMaterial, describeModel, describeTexture } from './fbx-objects.ts';

/** Returns the scene as binary FBX 7.4 in centimetres, Y up, with textures by relative name. */
export function writeFbx(scene: Scene): Buffer {
  const ids = numberObjects(scene);
  const materials = scene.materials.map((material, index) => describeMaterial(ids.material(index), material));
  const textures = listUses(scene).flatMap(({ material, map }, index) => {
    const file = `textures/${nameTexture(scene.slug, material.name, map)}`;
    const input = { texture: ids.texture(index), video: ids.video(index), file };
    return describeTexture(input, `${material.name}_${map}`);
  });
  const meshes = scene.parts.flatMap((part, index) => [
    describeGeometry(ids.geometry(index), part, scene.grain),
    describeModel(ids.model(index), part.name),
  ]);
  return writeFbxFile({
    creator: 'Lodestock demo library',
    objects: [...meshes, ...materials, ...textures],
    connections: connectAll(scene, ids),
  });
}

/** FBX has no property for packed textures. */
const properties = {
  basecolor: 'DiffuseColor',
  normal: 'NormalMap',
  orm: null,
  emissive: 'EmissiveColor',
} as const;

const listUses = (scene: Scene) =>
  scene.materials.flatMap((material) =>
    mapsOf(material).flatMap((map) => {
      const property = properties[map];
      return property === null ? [] : [{ material, map, property }];
    }),
  );

type Ids = ReturnType<typeof numberObjects>;

function numberObjects(scene: Scene) {
  const materials = 1000 + 2 * scene.parts.length;
  const textures = materials + scene.materials.length;
  return {
    geometry: (index: number) => BigInt(1000 + 2 * index),
    model: (index: number) => BigInt(1000 + 2 * index + 1),
    material: (index: number) => BigInt(materials + index),
    texture: (index: number) => BigInt(textures + 2 * index),
    video: (index: number) => BigInt(textures + 2 * index + 1),
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
  const materials = listUses(scene).flatMap(({ material, property }, index) => [
    connect(ids.texture(index), ids.material(scene.materials.indexOf(material)), property),
    connect(ids.video(index), ids.texture(index)),
  ]);
  return [...parts, ...materials];
}
