import { fbxNode, int, long, objectName, settings, text } from './fbx-build.ts';
import type { FbxNode } from './fbx-node.ts';
import type { Material } from './model.ts';

export function describeModel(id: number, name: string): FbxNode {
  return fbxNode(
    'Model',
    [long(id), objectName(name, 'Model'), text('Mesh')],
    [
      fbxNode('Version', [int(232)]),
      settings([
        ['InheritType', 'enum', '', '', 1],
        ['DefaultAttributeIndex', 'int', 'Integer', '', 0],
        ['Lcl Translation', 'Lcl Translation', '', 'A', 0, 0, 0],
        ['Lcl Rotation', 'Lcl Rotation', '', 'A', 0, 0, 0],
        ['Lcl Scaling', 'Lcl Scaling', '', 'A', 1, 1, 1],
      ]),
      fbxNode('Culling', [text('CullingOff')]),
    ],
  );
}

/** Phong values that PBR importers turn back: shininess from roughness, reflection from metal. */
export function describeMaterial(id: number, material: Material): FbxNode {
  const shininess = 100 * (1 - material.roughness) ** 2;
  const [red, green, blue] = material.glow ?? [0, 0, 0];
  const opacity = material.opacity ?? 1;
  return fbxNode(
    'Material',
    [long(id), objectName(material.name, 'Material'), text('')],
    [
      fbxNode('Version', [int(102)]),
      fbxNode('ShadingModel', [text('phong')]),
      fbxNode('MultiLayer', [int(0)]),
      settings([
        ['DiffuseColor', 'Color', '', 'A', 1, 1, 1],
        ['DiffuseFactor', 'Number', '', 'A', 1],
        ['EmissiveColor', 'Color', '', 'A', red, green, blue],
        ['EmissiveFactor', 'Number', '', 'A', material.glow ? 1 : 0],
        ['AmbientColor', 'Color', '', 'A', 0, 0, 0],
        ['SpecularColor', 'Color', '', 'A', 1, 1, 1],
        ['SpecularFactor', 'Number', '', 'A', 0.25],
        ['Shininess', 'Number', '', 'A', shininess],
        ['ShininessExponent', 'Number', '', 'A', shininess],
        ['ReflectionColor', 'Color', '', 'A', 1, 1, 1],
        ['ReflectionFactor', 'Number', '', 'A', material.metallic],
        ['TransparentColor', 'Color', '', 'A', 1, 1, 1],
        ['TransparencyFactor', 'Number', '', 'A', 1 - opacity],
        ['Opacity', 'Number', '', 'A', opacity],
      ]),
    ],
  );
}

export type TextureInput = { readonly texture: number; readonly video: number; readonly file: string };

export function describeTexture({ texture, video, file }: TextureInput, name: string): readonly FbxNode[] {
  const files = [fbxNode('FileName', [text(file)]), fbxNode('RelativeFilename', [text(file)])];
  return [
    fbxNode(
      'Texture',
      [long(texture), objectName(name, 'Texture'), text('')],
      [
        fbxNode('Type', [text('TextureVideoClip')]),
        fbxNode('Version', [int(202)]),
        fbxNode('TextureName', [objectName(name, 'Texture')]),
        settings([
          ['UVSet', 'KString', '', '', 'UVMap'],
          ['UseMaterial', 'bool', '', '', 1],
        ]),
        fbxNode('Media', [objectName(name, 'Video')]),
        ...files,
      ],
    ),
    fbxNode(
      'Video',
      [long(video), objectName(name, 'Video'), text('Clip')],
      [
        fbxNode('Type', [text('Clip')]),
        settings([['Path', 'KString', 'XRefUrl', '', file]]),
        fbxNode('UseMipMap', [int(0)]),
        fbxNode('Filename', [text(file)]),
        fbxNode('RelativeFilename', [text(file)]),
      ],
    ),
  ];
}
