import type { Accessor, Document, Material, Node } from '@gltf-transform/core';
import { Color, Matrix3, Matrix4, Vector3 } from 'three';
import { readPictures } from '../pictures.ts';
import { bakeSkins } from '../simplify/bake-skins.ts';
import { listDrawn } from '../simplify/drawn-parts.ts';
import { createNames } from '../unique-names.ts';
import { describeMaterial } from './write-mtl.ts';

/** A support file, by its path from the scene file. */
export type SupportFile = { readonly path: string; readonly bytes: Uint8Array };
type WrittenObj = { readonly bytes: Uint8Array; readonly support: readonly SupportFile[] };

/** The precision of a 32-bit float. */
const toText = (value: number) => String(Number(value.toPrecision(7)));
const toWord = (name: string) => name.trim().replace(/\s+/g, '_').replaceAll('#', '_') || 'part';

/** Rows of one kind, each written once. */
function createRows(keyword: string, lines: string[]) {
  let count = 0;
  let known = new Map<string, number>();
  return {
    put(numbers: readonly number[]): number {
      const row = numbers.map(toText).join(' ');
      const before = known.get(row);
      if (before !== undefined) return before;
      count += 1;
      known.set(row, count);
      lines.push(`${keyword} ${row}`);
      return count;
    },
    /** Stops sharing rows with the next mesh, because some programs merge meshes that share them. */
    forget() {
      known = new Map();
    },
  };
}
type Rows = Readonly<Record<'v' | 'vt' | 'vn', ReturnType<typeof createRows>>>;

type Place = { readonly points: Matrix4; readonly directions: Matrix3; readonly isMirrored: boolean };

function placeOf(node: Node): Place {
  const points = new Matrix4().fromArray(node.getWorldMatrix());
  return {
    points,
    directions: new Matrix3().getNormalMatrix(points),
    isMirrored: points.determinant() < 0,
  };
}

const elementOf = (accessor: Accessor, vertex: number) => accessor.getElement(vertex, []);

/** Row number of each vertex of a part, as faces refer to it. */
function putVertices(
  read: (semantic: string) => Accessor | null,
  { points, directions }: Place,
  { v, vt, vn }: Rows,
): readonly string[] {
  const [position, uv, normal, colour] = ['POSITION', 'TEXCOORD_0', 'NORMAL', 'COLOR_0'].map(read);
  if (!position) return [];
  return Array.from({ length: position.getCount() }, (_, vertex) => {
    const point = new Vector3().fromArray(elementOf(position, vertex)).applyMatrix4(points).toArray();
    const tint = colour
      ? new Color().fromArray(elementOf(colour, vertex)).convertLinearToSRGB().toArray()
      : [];
    const names = [String(v.put([...point, ...tint])), '', ''];
    if (uv) {
      const [left = 0, top = 0] = elementOf(uv, vertex);
      names[1] = String(vt.put([left, 1 - top]));
    }
    if (normal) {
      const turned = new Vector3().fromArray(elementOf(normal, vertex)).applyMatrix3(directions).normalize();
      names[2] = String(vn.put(turned.toArray()));
    }
    return names.join('/').replace(/\/+$/, '');
  });
}

/**
 * Writes a scene as Wavefront OBJ in metres, Y up, with materials in `<name>.mtl` and pictures in `<name>_obj/`: names,
 * meshes at their place in the scene, normals, UVs, vertex colours and materials. Without nodes, animations, joints and
 * morph targets. Modifies the document.
 */
export async function writeObj(document: Document, name: string): Promise<WrittenObj> {
  bakeSkins(document);
  const pictures = await readPictures(document);
  const lines = ['# Lodestock, metres, Y up', `mtllib ${name}.mtl`];
  const rows: Rows = {
    v: createRows('v', lines),
    vt: createRows('vt', lines),
    vn: createRows('vn', lines),
  };
  const plain = document.createMaterial('Default').setMetallicFactor(0);
  const nameMaterial = createNames<Material>(toWord);
  const nameObject = createNames<Node>(toWord);
  const materials = new Set<Material>();
  const addNode = (node: Node) => {
    const mesh = node.getMesh();
    const drawn = mesh ? listDrawn(mesh) : [];
    const place = placeOf(node);
    if (drawn.length > 0) lines.push(`o ${nameObject(node, node.getName() || mesh?.getName() || '')}`);
    for (const { primitive, indices } of drawn) {
      const material = primitive.getMaterial() ?? plain;
      materials.add(material);
      const corners = putVertices((semantic) => primitive.getAttribute(semantic), place, rows);
      lines.push(`usemtl ${nameMaterial(material, material.getName())}`);
      for (let at = 0; at < indices.length; at += 3) {
        const [a, b, c] = [indices[at], indices[at + 1], indices[at + 2]].map((index) => corners[index ?? 0]);
        lines.push(place.isMirrored ? `f ${a} ${c} ${b}` : `f ${a} ${b} ${c}`);
      }
    }
    rows.v.forget();
    for (const child of node.listChildren()) addNode(child);
  };
  const root = document.getRoot();
  for (const node of (root.getDefaultScene() ?? root.listScenes()[0])?.listChildren() ?? []) addNode(node);
  const folder = `${name}_obj`;
  const used = new Set<string>();
  const blocks: string[] = [];
  for (const material of materials)
    blocks.push(
      await describeMaterial(material, nameMaterial(material, ''), (texture) => {
        const picture = texture && pictures.get(texture);
        if (!picture) return null;
        used.add(picture.file);
        return `${folder}/${picture.file}`;
      }),
    );
  const kept = [...pictures.values()].filter(({ file }) => used.has(file));
  return {
    bytes: Buffer.from(`${lines.join('\n')}\n`),
    support: [
      { path: `${name}.mtl`, bytes: Buffer.from(`# Lodestock\n\n${blocks.join('\n')}`) },
      ...kept.map(({ file, bytes }) => ({ path: `${folder}/${file}`, bytes })),
    ],
  };
}
