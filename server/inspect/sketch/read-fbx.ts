import { type FbxRecord, readBinaryTree, readTextTree } from './fbx-tree.ts';
import {
  addPolygon,
  clay,
  identity,
  type Matrix,
  move,
  multiply,
  type Shape,
  scale,
  turn,
  zUp,
} from './shape.ts';
import { paint, type ReadShape, readAll } from './shape-source.ts';

const magic = 'Kaydara FBX Binary';
const deepest = 64;

const childOf = (record: FbxRecord | undefined, name: string) =>
  record?.children.find((child) => child.name === name);

/** The numbers of a list, however it is written. */
function numbersOf(record: FbxRecord | undefined): ArrayLike<number> {
  const values = childOf(record, 'a')?.values ?? record?.values ?? [];
  const [first] = values;
  if (typeof first === 'object') return first;
  return values.map(Number);
}

/** The numbers of a property, or undefined. */
function settingOf(record: FbxRecord | undefined, name: string): readonly number[] | undefined {
  const list = childOf(record, 'Properties70') ?? childOf(record, 'Properties60');
  const found = list?.children.find(({ values }) => values[0] === name);
  return found?.values.slice(found.name === 'P' ? 4 : 3).map(Number);
}

const turnAll = ([x = 0, y = 0, z = 0]: readonly number[] = []): Matrix =>
  multiply(turn(z, 0, 0, 1), multiply(turn(y, 0, 1, 0), turn(x, 1, 0, 0)));

function placeOf(model: FbxRecord, prefix: 'Lcl ' | 'Geometric'): Matrix {
  const of = (name: string) => settingOf(model, `${prefix}${name}`);
  const own = multiply(turnAll(of('Rotation')), scale(...(of('Scaling') ?? [])));
  const turned = prefix === 'Lcl ' ? multiply(turnAll(settingOf(model, 'PreRotation')), own) : own;
  return multiply(move(...(of('Translation') ?? [])), turned);
}

/** Reads what hangs on what: the ids of the ones above, and of the ones below in their order. */
function readLinks(connections: FbxRecord | undefined) {
  const [above, below] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const put = (links: Map<string, string[]>, from: string, to: string) => {
    const list = links.get(from) ?? [];
    if (list.push(to) === 1) links.set(from, list);
  };
  for (const { values } of connections?.children ?? []) {
    const [kind, child, parent] = values.map(String);
    if (kind !== 'OO' || child === undefined || parent === undefined) continue;
    put(above, child, parent);
    put(below, parent, child);
  }
  return { above, below };
}

type Mesh = { readonly record: FbxRecord; readonly place: Matrix; readonly colours: readonly number[] };

function addMesh(shape: Shape, { record, place, colours }: Mesh): void {
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

export const readFbx: ReadShape = ({ source }, shape) => {
  const isBinary = Buffer.from(source.read(0, magic.length)).toString('latin1') === magic;
  const bytes = readAll(source);
  const tree = isBinary ? readBinaryTree(bytes) : readTextTree(bytes);
  const topOf = (name: string) => tree.find((record) => record.name === name);
  const { above, below } = readLinks(topOf('Connections'));
  const objects = topOf('Objects')?.children ?? [];
  const byId = new Map(objects.map((record) => [String(record.values[0]), record]));
  const root = settingOf(topOf('GlobalSettings'), 'UpAxis')?.[0] === 2 ? zUp : identity;
  const modelAbove = (id: string) => above.get(id)?.find((one) => byId.get(one)?.name === 'Model');
  const worlds = new Map<string, Matrix>();
  const worldOf = (id: string | undefined, depth = 0): Matrix => {
    const model = id === undefined ? undefined : byId.get(id);
    if (id === undefined || model === undefined || depth > deepest) return root;
    const world = worlds.get(id) ?? multiply(worldOf(modelAbove(id), depth + 1), placeOf(model, 'Lcl '));
    worlds.set(id, world);
    return world;
  };
  const coloursOf = (model: string) => {
    const materials = (below.get(model) ?? []).filter((id) => byId.get(id)?.name === 'Material');
    return materials.map((id) => {
      const record = byId.get(id);
      const diffuse = settingOf(record, 'DiffuseColor') ?? settingOf(record, 'Diffuse');
      return diffuse ? paint(diffuse.slice(0, 3), true) : clay;
    });
  };
  for (const [id, record] of byId) {
    if (childOf(record, 'PolygonVertexIndex') === undefined) continue;
    const models = record.name === 'Model' ? [id] : (above.get(id) ?? []).filter((one) => byId.has(one));
    for (const model of models) {
      const shown = byId.get(model);
      const place = shown ? multiply(worldOf(model), placeOf(shown, 'Geometric')) : root;
      addMesh(shape, { record, place, colours: coloursOf(model) });
    }
    if (models.length === 0) addMesh(shape, { record, place: root, colours: [] });
  }
};
