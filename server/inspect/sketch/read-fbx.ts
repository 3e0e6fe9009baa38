import { identity, type Matrix, zUp } from '../../shared/matrix.ts';
import { readAll } from '../byte-source.ts';
import { childOf, listFbxMeshes, numbersOf, settingOf, settingsOf } from '../fbx/fbx-meshes.ts';
import { type FbxRecord, readBinaryTree, readTextTree } from '../fbx/fbx-tree.ts';
import { addPolygon, clay, type Triangles } from './shape.ts';
import { paint, type ReadShape } from './shape-source.ts';

const magic = 'Kaydara FBX Binary';
type Mesh = { readonly record: FbxRecord; readonly place: Matrix; readonly colours: readonly number[] };

function addMesh(shape: Triangles, { record, place, colours }: Mesh): void {
  const points = Float64Array.from(numbersOf(childOf(record, 'Vertices')));
  const indices = numbersOf(childOf(record, 'PolygonVertexIndex'));
  const materials = numbersOf(childOf(childOf(record, 'LayerElementMaterial'), 'Materials'));
  let corners: number[] = [];
  let polygon = 0;
  for (let at = 0; at < indices.length; at += 1) {
    const corner = indices[at] ?? 0;
    corners.push(corner < 0 ? ~corner : corner);
    if (corner >= 0) continue;
    const material = materials.length > 1 ? materials[polygon] : materials[0];
    addPolygon(shape, points, corners, { place, colour: colours[material ?? 0] ?? clay });
    corners = [];
    polygon += 1;
  }
}

function colourOf(material: FbxRecord): number {
  const diffuse = settingOf(material, 'DiffuseColor') ?? settingOf(material, 'Diffuse');
  return diffuse ? paint(diffuse.slice(0, 3), true) : clay;
}

export const readFbx: ReadShape = ({ source }, shape) => {
  const isBinary = Buffer.from(source.read(0, magic.length)).toString('latin1') === magic;
  const bytes = readAll(source);
  const tree = isBinary ? readBinaryTree(bytes) : readTextTree(bytes);
  const root = settingOf(settingsOf(tree), 'UpAxis')?.[0] === 2 ? zUp : identity;
  for (const { record, place, materials } of listFbxMeshes(tree, root))
    addMesh(shape, { record, place, colours: materials.map(colourOf) });
};
