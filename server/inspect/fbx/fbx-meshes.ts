import { identity, type Matrix, move, multiply, scale, turn } from '../../shared/matrix.ts';
import type { FbxRecord } from './fbx-tree.ts';

const deepest = 64;

export const childOf = (record: FbxRecord | undefined, name: string) =>
  record?.children.find((child) => child.name === name);

/** Numbers of a list, in either notation. */
export function numbersOf(record: FbxRecord | undefined): ArrayLike<number> {
  const values = childOf(record, 'a')?.values ?? record?.values ?? [];
  const [first] = values;
  if (typeof first === 'object') return first;
  return values.map(Number);
}

export function settingOf(record: FbxRecord | undefined, name: string): readonly number[] | undefined {
  const list = childOf(record, 'Properties70') ?? childOf(record, 'Properties60');
  const found = list?.children.find(({ values }) => values[0] === name);
  return found?.values.slice(found.name === 'P' ? 4 : 3).map(Number);
}

const axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
/** Rotation orders, by the number of the setting. */
const orders = ['012', '021', '120', '102', '201', '210'];

/** Rotates around three axes in order. */
const turnAll = (degrees: readonly number[], order = '012'): Matrix =>
  [...order].map(Number).reduce((turned, axis) => {
    const [x, y, z] = axes[axis] ?? axes[0];
    return degrees[axis] ? multiply(turn(degrees[axis], x, y, z), turned) : turned;
  }, identity);

type Numbers = readonly number[];
const moveBy = (by: Numbers) => move(...by);
const moveBack = ([x = 0, y = 0, z = 0]: Numbers) => move(-x, -y, -z);
const turnBack = ([x = 0, y = 0, z = 0]: Numbers) => turnAll([-x, -y, -z], '210');
const scaleBy = (by: Numbers) => scale(...by);

/** Multiplies the matrices of the settings that a model has. */
function placeBy(
  model: FbxRecord,
  steps: readonly (readonly [string, (numbers: Numbers) => Matrix])[],
): Matrix {
  return steps.reduce((place, [name, toMatrix]) => {
    const numbers = settingOf(model, name);
    return numbers ? multiply(place, toMatrix(numbers)) : place;
  }, identity);
}

function placeOf(model: FbxRecord): Matrix {
  const order = orders[settingOf(model, 'RotationOrder')?.[0] ?? 0];
  return placeBy(model, [
    ['Lcl Translation', moveBy],
    ['RotationOffset', moveBy],
    ['RotationPivot', moveBy],
    ['PreRotation', (degrees) => turnAll(degrees)],
    ['Lcl Rotation', (degrees) => turnAll(degrees, order)],
    ['PostRotation', turnBack],
    ['RotationPivot', moveBack],
    ['ScalingOffset', moveBy],
    ['ScalingPivot', moveBy],
    ['Lcl Scaling', scaleBy],
    ['ScalingPivot', moveBack],
  ]);
}

/** Transform of a model's mesh alone, without its children. */
const placeOfMesh = (model: FbxRecord): Matrix =>
  placeBy(model, [
    ['GeometricTranslation', moveBy],
    ['GeometricRotation', (degrees) => turnAll(degrees)],
    ['GeometricScaling', scaleBy],
  ]);

/** Reads the connections: the IDs of parents, and of children in order. */
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

type FbxMesh = {
  readonly record: FbxRecord;
  readonly place: Matrix;
  /** In the order that the mesh refers to them. */
  readonly materials: readonly FbxRecord[];
};

const topOf = (tree: readonly FbxRecord[], name: string) => tree.find((record) => record.name === name);

export const settingsOf = (tree: readonly FbxRecord[]) => topOf(tree, 'GlobalSettings');

/** Every mesh once per model that shows it, below `root`. Unused meshes are included only if all are unused. */
export function listFbxMeshes(tree: readonly FbxRecord[], root: Matrix): readonly FbxMesh[] {
  const { above, below } = readLinks(topOf(tree, 'Connections'));
  const objects = topOf(tree, 'Objects')?.children ?? [];
  const byId = new Map(objects.map((record) => [String(record.values[0]), record]));
  const modelAbove = (id: string) => above.get(id)?.find((one) => byId.get(one)?.name === 'Model');
  const worlds = new Map<string, Matrix>();
  const worldOf = (id: string | undefined, depth = 0): Matrix => {
    const model = id === undefined ? undefined : byId.get(id);
    if (id === undefined || model === undefined || depth > deepest) return root;
    const world = worlds.get(id) ?? multiply(worldOf(modelAbove(id), depth + 1), placeOf(model));
    worlds.set(id, world);
    return world;
  };
  const listed = [...byId].filter(([, record]) => childOf(record, 'PolygonVertexIndex') !== undefined);
  const recordsBelow = (id: string) => (below.get(id) ?? []).flatMap((one) => byId.get(one) ?? []);
  const shown = listed.flatMap(([id, record]) => {
    const models = record.name === 'Model' ? [id] : (above.get(id) ?? []).filter((one) => byId.has(one));
    return models.map((model): FbxMesh => {
      const shows = byId.get(model);
      const place = shows ? multiply(worldOf(model), placeOfMesh(shows)) : root;
      const materials = recordsBelow(model).filter(({ name }) => name === 'Material');
      return { record, place, materials };
    });
  });
  if (shown.length > 0) return shown;
  return listed.map(([, record]) => ({ record, place: root, materials: [] }));
}
