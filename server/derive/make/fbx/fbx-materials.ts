import type { Material, Texture } from '@gltf-transform/core';
import { type FbxNode, fbxNode, objectName, settings } from '../../../base/fbx/fbx-node.ts';
import type { Picture } from '../pictures.ts';

/** Phong values that importers turn back: shininess from roughness, reflection from metal. */
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

type Use = { readonly texture: Texture; readonly property: string };

/** The pictures of a material, by what of it they are in FBX. */
export function listUses(material: Material): readonly Use[] {
  const isClear = material.getAlphaMode() !== 'OPAQUE';
  const found = [
    ['DiffuseColor', material.getBaseColorTexture()],
    ['TransparentColor', isClear ? material.getBaseColorTexture() : null],
    ['NormalMap', material.getNormalTexture()],
    ['EmissiveColor', material.getEmissiveTexture()],
  ] as const;
  return found.flatMap(([property, texture]) => (texture?.getImage() ? [{ texture, property }] : []));
}

/** A picture in the file itself, and its use by a material. */
export function describePicture(video: bigint, { name, file, bytes }: Picture): FbxNode {
  return fbxNode(
    'Video',
    ...[video, objectName(name, 'Video'), 'Clip', fbxNode('Type', 'Clip')],
    ...[settings(['Path', 'KString', 'XRefUrl', '', file]), fbxNode('UseMipMap', 0)],
    ...[fbxNode('Filename', file), fbxNode('RelativeFilename', file), fbxNode('Content', Buffer.from(bytes))],
  );
}

export function describeTexture(id: bigint, { name, file }: Picture): FbxNode {
  const use = settings(['UVSet', 'KString', '', '', 'UVMap'], ['UseMaterial', 'bool', '', '', 1]);
  const ownName = objectName(name, 'Texture');
  return fbxNode(
    'Texture',
    ...[id, ownName, '', fbxNode('Type', 'TextureVideoClip'), fbxNode('Version', 202)],
    ...[fbxNode('TextureName', ownName), use, fbxNode('Media', objectName(name, 'Video'))],
    ...[fbxNode('FileName', file), fbxNode('RelativeFilename', file)],
  );
}
