import { itemsIn, textOf } from './describe.ts';
import { identity, invert, multiply, translation } from './matrix.ts';
import {
  isKind,
  type Matrix,
  type MaxObject,
  ProgrammingError,
  toArray,
  toBuiltin,
  toObject,
  type Value,
} from './values.ts';

export type SceneNode = {
  readonly object: MaxObject;
  readonly handle: number;
  name: string;
  parent: SceneNode | null;
  world: Matrix;
  layer: MaxObject;
  material: Value;
  properties: string;
  isDeleted: boolean;
};

export const toMaterial = (name: string): MaxObject => toObject('Standardmaterial', { name });

/** The scene that is open: nodes with transform, parent, layer, material and user properties. */
export function createScene() {
  const nodes: SceneNode[] = [];
  const byObject = new Map<MaxObject, SceneNode>();
  const layers = new Map<string, MaxObject>();
  let handles = 0;
  let selected: SceneNode[] = [];

  const nodeOf = (value: Value): SceneNode => {
    const node = isKind(value, 'object') ? byObject.get(value) : undefined;
    if (node === undefined) throw new ProgrammingError('-- Unable to convert to a node');
    if (node.isDeleted) throw new ProgrammingError('-- Attempt to access deleted scene object');
    return node;
  };
  const living = () => nodes.filter((node) => !node.isDeleted);
  const childrenOf = (parent: SceneNode) => living().filter((node) => node.parent === parent);
  const toSet = (list: () => readonly SceneNode[]) =>
    toObject('ObjectSet', {
      count: { get: () => list().length },
      list: toBuiltin('list', 0, () => toArray(list().map((node) => node.object))),
    });
  const layerNamed = (name: string): MaxObject => {
    const addNode = toBuiltin('addNode', 1, ([node]) => {
      nodeOf(node).layer = layerNamed(name);
      return true;
    });
    const layer = layers.get(name) ?? toObject('Layer', { name, addNode });
    layers.set(name, layer);
    return layer;
  };
  /** Children move with their parent. */
  const place = (node: SceneNode, world: Matrix) => {
    const change = multiply(invert(node.world), world);
    node.world = world;
    for (const child of childrenOf(node)) place(child, multiply(child.world, change));
  };
  const toNodeObject = (self: () => SceneNode, handle: number): MaxObject => {
    const live = () => nodeOf(self().object);
    return toObject('Node', {
      name: {
        get: () => live().name,
        set: (value) => {
          live().name = textOf(value);
        },
      },
      parent: {
        get: () => live().parent?.object,
        set: (value) => {
          live().parent = value === undefined ? null : nodeOf(value);
        },
      },
      children: { get: () => toSet(() => childrenOf(live())) },
      transform: {
        get: () => live().world,
        set: (value) => {
          if (!isKind(value, 'matrix')) throw new ProgrammingError('-- A transform must be a Matrix3');
          place(live(), value);
        },
      },
      material: {
        get: () => live().material,
        set: (value) => {
          live().material = value;
        },
      },
      layer: { get: () => live().layer },
      inode: { get: () => toObject('INode', { handle: live() && handle }) },
    });
  };
  const add = (name: string, material?: Value): SceneNode => {
    handles += 1;
    let node: SceneNode | null = null;
    const self = () => {
      if (node === null) throw new ProgrammingError('-- No node yet');
      return node;
    };
    const object = toNodeObject(self, handles);
    node = {
      object,
      handle: handles,
      name,
      parent: null,
      world: identity,
      layer: layerNamed('0'),
      material,
      properties: '',
      isDeleted: false,
    };
    nodes.push(node);
    byObject.set(object, node);
    return node;
  };
  const uniqueName = (prefix: string) => {
    const taken = new Set(living().map((node) => node.name));
    let number = 1;
    while (taken.has(`${prefix}${String(number).padStart(3, '0')}`)) number += 1;
    return `${prefix}${String(number).padStart(3, '0')}`;
  };
  const remove = (node: SceneNode) => {
    for (const child of childrenOf(node)) child.parent = null;
    node.isDeleted = true;
    selected = selected.filter((one) => one !== node);
  };
  const listOf = (value: Value) => (itemsIn(value) ?? [value]).map(nodeOf);

  const functions: readonly (readonly [string, Value])[] = [
    toBuiltin(
      'Point',
      0,
      (_, keys) => {
        const node = add(textOf(keys.get('name') ?? uniqueName('Point')));
        const at = keys.get('pos');
        if (isKind(at, 'point')) node.world = translation(at.numbers);
        return node.object;
      },
      ['name', 'pos', 'size', 'cross', 'box'],
    ),
    toBuiltin('uniqueName', 1, ([prefix]) => uniqueName(textOf(prefix))),
    toBuiltin('select', 1, ([value]) => {
      selected = listOf(value);
      return true;
    }),
    toBuiltin('delete', 1, ([value]) => {
      for (const node of listOf(value)) remove(node);
      return true;
    }),
    toBuiltin('setUserProp', 3, ([value, key, text]) => {
      const node = nodeOf(value);
      const lines = node.properties
        .split('\r\n')
        .filter((line) => line !== '' && !line.startsWith(`${textOf(key)} = `));
      node.properties = [...lines, `${textOf(key)} = ${textOf(text)}`, ''].join('\r\n');
      return true;
    }),
    toBuiltin('getUserPropBuffer', 1, ([value]) => nodeOf(value).properties),
  ].map((one) => [one.name, one]);

  return {
    living,
    add,
    uniqueName,
    place,
    layerNamed,
    named: (name: string): SceneNode => {
      const found = living().find((node) => node.name === name);
      if (found === undefined)
        throw new Error(
          `the scene has no ${name}, but ${living()
            .map((node) => node.name)
            .join(', ')}`,
        );
      return found;
    },
    select: (chosen: SceneNode[]) => {
      selected = chosen;
    },
    variables: [
      ...functions,
      ['objects', toSet(living)],
      ['selection', toSet(() => selected)],
    ] satisfies readonly (readonly [string, Value])[],
  };
}
export type Scene = ReturnType<typeof createScene>;
