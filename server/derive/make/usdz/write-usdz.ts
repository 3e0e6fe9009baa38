import type { Document, Material, Node } from '@gltf-transform/core';
import { writeZip } from '../../../files/archive/write-zip.ts';
import { readPictures } from '../pictures.ts';
import { bakeSkins } from '../simplify/bake-skins.ts';
import { listDrawn } from '../simplify/drawn-parts.ts';
import { createNames } from '../unique-names.ts';
import { describeMaterial } from './usd-material.ts';
import { describeMesh } from './usd-mesh.ts';
import { describePrim, toPrimName, toQuoted, toTuple } from './usd-text.ts';

const materialsPath = '/Scene/Materials';
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** USD writes matrices by rows and multiplies from the left, so glTF's columns become its rows. */
function describePlace(matrix: readonly number[]): readonly string[] {
  if (matrix.every((value, at) => value === identity[at])) return [];
  const rows = [0, 4, 8, 12].map((at) => toTuple(matrix.slice(at, at + 4)));
  return [
    `matrix4d xformOp:transform = (${rows.join(', ')})`,
    'uniform token[] xformOpOrder = ["xformOp:transform"]',
  ];
}

/**
 * Writes a scene as USDZ in metres, Y up, with embedded pictures: nodes, names, meshes, normals, UVs, colours and
 * materials. Without animations, joints and morph targets. Modifies the document.
 */
export async function writeUsdz(document: Document): Promise<Uint8Array> {
  bakeSkins(document);
  const pictures = await readPictures(document);
  const used = new Set<string>();
  const nameMaterial = createNames<Material>(toPrimName);
  const plain = document.createMaterial('Default').setMetallicFactor(0);
  const materials = new Set<Material>();

  function describeNode(node: Node, nameNode: ReturnType<typeof createNames<unknown>>): readonly string[] {
    const own = node.getName();
    const inside = createNames<unknown>(toPrimName);
    const mesh = node.getMesh();
    const parts = (mesh ? listDrawn(mesh) : []).flatMap((drawn) => {
      const material = drawn.primitive.getMaterial() ?? plain;
      materials.add(material);
      return describeMesh(drawn, {
        name: inside(drawn, mesh?.getName() || 'mesh'),
        material: `${materialsPath}/${nameMaterial(material, material.getName() || 'material')}`,
        isDoubleSided: material.getDoubleSided(),
      });
    });
    return describePrim({
      type: 'Xform',
      name: nameNode(node, own || 'node'),
      about: own === '' ? [] : [`displayName = ${toQuoted(own)}`],
      lines: [
        ...describePlace(node.getMatrix()),
        ...parts,
        ...node.listChildren().flatMap((child) => describeNode(child, inside)),
      ],
    });
  }

  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const names = createNames<unknown>(toPrimName);
  names(materials, 'Materials');
  const nodes = (scene?.listChildren() ?? []).flatMap((node) => describeNode(node, names));
  const looks = [...materials].flatMap((material) => {
    const name = nameMaterial(material, '');
    const pathOf: Parameters<typeof describeMaterial>[1]['pathOf'] = (texture) => {
      const picture = texture && pictures.get(texture);
      if (!picture) return null;
      used.add(picture.file);
      return `textures/${toFileName(picture.file)}`;
    };
    return describeMaterial(material, { name, place: `${materialsPath}/${name}`, pathOf });
  });
  const text = [
    '#usda 1.0',
    '(',
    'defaultPrim = "Scene"',
    'metersPerUnit = 1',
    'upAxis = "Y"',
    ')',
    ...describePrim({
      type: 'Xform',
      name: 'Scene',
      lines: [...nodes, ...describePrim({ type: 'Scope', name: 'Materials', lines: looks })],
    }),
  ];
  const kept = [...pictures.values()].filter(({ file }) => used.has(file));
  const files = [
    { name: 'scene.usda', content: Buffer.from(`${text.join('\n')}\n`) },
    ...kept.map(({ file, bytes }) => ({ name: `textures/${toFileName(file)}`, content: bytes })),
  ];
  return writeZip(files, 64); // the alignment that USDZ requires
}

/** USDZ readers disagree about other characters. */
const toFileName = (file: string) => encodeURIComponent(file).replaceAll('%', '_');
