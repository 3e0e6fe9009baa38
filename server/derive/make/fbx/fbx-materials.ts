import type { Material, Texture } from '@gltf-transform/core';
import { type FbxNode, fbxNode, objectName, settings } from '../../../base/fbx/fbx-node.ts';

/** Phong values that importers convert back: shininess from roughness, reflection from metalness. */
export function describeMaterial(id: bigint, material: Material): FbxNode {
  const [red, green, blue, alpha] = material.getBaseColorFactor();
  const opacity = material.getAlphaMode() === 'BLEND' ? alpha : 1;
  const emissive = material.getEmissiveFactor();
  const shininess = 100 * (1 - material.getRoughnessFactor()) ** 2;
  const numbers = {
    ...{
      DiffuseFactor: 1,
      EmissiveFactor: emissive.some((value) => value > 0) ? 1 : 0,
      SpecularFactor: 0.25,
    },
    ...{ Shininess: shininess, ShininessExponent: shininess, ReflectionFactor: material.getMetallicFactor() },
    ...{ TransparencyFactor: 1 - opacity, Opacity: opacity },
  };
  const look = settings(
    ['DiffuseColor', 'Color', '', 'A', red, green, blue],
    ['EmissiveColor', 'Color', '', 'A', ...emissive],
    ['AmbientColor', 'Color', '', 'A', 0, 0, 0],
    ...['Specular', 'Reflection', 'Transparent'].map(
      (name) => [`${name}Color`, 'Color', '', 'A', 1, 1, 1] as const,
    ),
    ...Object.entries(numbers).map(([name, value]) => [name, 'Number', '', 'A', value] as const),
  );
  const inside = [fbxNode('Version', 102), fbxNode('ShadingModel', 'phong'), fbxNode('MultiLayer', 0), look];
  return fbxNode('Material', id, objectName(material.getName(), 'Material'), '', ...inside);
}

type Use = {
  readonly texture: Texture;
  /** What it contains, in the terms used in picture names. */
  readonly map: string;
  /** The FBX property for it; null if FBX has none. */
  readonly property: string | null;
};

export function listUses(material: Material): readonly Use[] {
  const isClear = material.getAlphaMode() !== 'OPAQUE';
  const [packed, occlusion] = [material.getMetallicRoughnessTexture(), material.getOcclusionTexture()];
  const isOne = packed !== null && packed === occlusion;
  const found = [
    ['basecolor', 'DiffuseColor', material.getBaseColorTexture()],
    ['basecolor', 'TransparentColor', isClear ? material.getBaseColorTexture() : null],
    ['normal', 'NormalMap', material.getNormalTexture()],
    ['emissive', 'EmissiveColor', material.getEmissiveTexture()],
    [isOne ? 'orm' : 'metallicRoughness', null, packed],
    ['occlusion', null, isOne ? null : occlusion],
  ] as const;
  return found.flatMap(([map, property, texture]) =>
    texture?.getImage() ? [{ texture, map, property }] : [],
  );
}

type Placed = {
  readonly name: string;
  readonly file: string;
};

export function describePicture(video: bigint, { name, file }: Placed): FbxNode {
  return fbxNode(
    'Video',
    ...[video, objectName(name, 'Video'), 'Clip', fbxNode('Type', 'Clip')],
    ...[settings(['Path', 'KString', 'XRefUrl', '', file]), fbxNode('UseMipMap', 0)],
    ...[fbxNode('Filename', file), fbxNode('RelativeFilename', file)],
  );
}

export function describeTexture(id: bigint, { name, file }: Placed): FbxNode {
  const use = settings(['UVSet', 'KString', '', '', 'UVMap'], ['UseMaterial', 'bool', '', '', 1]);
  const ownName = objectName(name, 'Texture');
  return fbxNode(
    'Texture',
    ...[id, ownName, '', fbxNode('Type', 'TextureVideoClip'), fbxNode('Version', 202)],
    ...[fbxNode('TextureName', ownName), use, fbxNode('Media', objectName(name, 'Video'))],
    ...[fbxNode('FileName', file), fbxNode('RelativeFilename', file)],
  );
}
