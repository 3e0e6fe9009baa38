import { textOf } from './describe.ts';
import { identity, invert, multiply } from './matrix.ts';
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
  name: string;
  parent: SceneNode | null;
  world: Matrix;
  layer: MaxObject;
  material: Value;
  /** The text of the user properties, a line each. */
  properties: string;
  isDeleted: boolean;
};

type Tools = {
  readonly handle: number;
  readonly nodeOf: (value: Value) => SceneNode;
  readonly childrenOf: (node: SceneNode) => readonly SceneNode[];
  readonly place: (node: SceneNode, world: Matrix) => void;
};

/** What a script iterates over and converts to an array. */
export const toSet = (list: () => readonly SceneNode[]): MaxObject =>
  toObject('ObjectSet', {
    count: { get: () => list().length },
    list: toBuiltin('list', 0, () => toArray(list().map((node) => node.object))),
  });

/** A node as a script sees it; `live` refuses one that was deleted. */
function toNodeObject(live: () => SceneNode, { handle, nodeOf, childrenOf, place }: Tools): MaxObject {
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
    children: { get: () => toSet(() => childrenOf(live())) },
    layer: { get: () => live().layer },
    inode: { get: () => toObject('INode', { handle: live() && handle }) },
  });
}

function createLayers(nodeOf: (value: Value) => SceneNode) {
  const layers = new Map<string, MaxObject>();
  const layerNamed = (name: string): MaxObject => {
    const addNode = toBuiltin('addNode', 1, ([node]) => {
      nodeOf(node).layer = layerNamed(name);
      return true;
    });
    const layer = layers.get(name) ?? toObject('Layer', { name, addNode });
    layers.set(name, layer);
    return layer;
  };
  return layerNamed;
}

/** The nodes of a scene, with names that may repeat and handles that never do. */
export function createNodes() {
  const nodes: SceneNode[] = [];
  const byObject = new Map<MaxObject, SceneNode>();
  const nodeOf = (value: Value): SceneNode => {
    const node = isKind(value, 'object') ? byObject.get(value) : undefined;
    if (node === undefined) throw new ProgrammingError('-- Unable to convert to a node');
    if (node.isDeleted) throw new ProgrammingError('-- Attempt to access deleted scene object');
    return node;
  };
  const layerNamed = createLayers(nodeOf);
  const living = () => nodes.filter((node) => !node.isDeleted);
  const childrenOf = (parent: SceneNode) => living().filter((node) => node.parent === parent);
  /** Children move with their parent. */
  const place = (node: SceneNode, world: Matrix) => {
    const change = multiply(invert(node.world), world);
    node.world = world;
    for (const child of childrenOf(node)) place(child, multiply(child.world, change));
  };
  const add = (name: string, material?: Value): SceneNode => {
    const tools = { handle: nodes.length + 1, nodeOf, childrenOf, place };
    const object = toNodeObject(() => nodeOf(object), tools);
    const layer = layerNamed('0');
    const node = {
      object,
      name,
      parent: null,
      world: identity,
      layer,
      material,
      properties: '',
      isDeleted: false,
    };
    nodes.push(node);
    byObject.set(object, node);
    return node;
  };
  const remove = (node: SceneNode) => {
    for (const child of childrenOf(node)) child.parent = null;
    node.isDeleted = true;
  };
  return { nodeOf, layerNamed, living, place, add, remove };
}
