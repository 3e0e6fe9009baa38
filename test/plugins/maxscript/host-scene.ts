import { itemsIn, textOf } from './describe.ts';
import { translation } from './matrix.ts';
import { createNodes, type SceneNode, toSet } from './scene-nodes.ts';
import { isKind, toBuiltin, type Value } from './values.ts';

function writeProperty(node: SceneNode, key: string, text: string) {
  const lines = node.properties.split('\r\n').filter((line) => line !== '' && !line.startsWith(`${key} = `));
  node.properties = [...lines, `${key} = ${text}`, ''].join('\r\n');
  return true;
}

/** The scene that is open, and the functions on it. */
export function createScene() {
  const nodes = createNodes();
  const { nodeOf, living, add } = nodes;
  let selected: readonly SceneNode[] = [];

  const uniqueName = (prefix: string) => {
    const taken = new Set(living().map((node) => node.name));
    const toNumbered = (number: number) => `${prefix}${String(number).padStart(3, '0')}`;
    let number = 1;
    while (taken.has(toNumbered(number))) number += 1;
    return toNumbered(number);
  };
  const listOf = (value: Value) => (itemsIn(value) ?? [value]).map(nodeOf);
  const addPoint = (name: string, position: Value) => {
    const node = add(name);
    if (isKind(position, 'point')) node.world = translation(position.numbers);
    return node.object;
  };
  const functions = [
    toBuiltin('Point', 0, (_, keys) => addPoint(textOf(keys.get('name')), keys.get('pos')), [
      'name',
      'pos',
      'size',
      'cross',
      'box',
    ]),
    toBuiltin('uniqueName', 1, ([prefix]) => uniqueName(textOf(prefix))),
    toBuiltin('select', 1, ([value]) => {
      selected = listOf(value);
      return true;
    }),
    toBuiltin('delete', 1, ([value]) => {
      for (const node of listOf(value)) nodes.remove(node);
      return true;
    }),
    toBuiltin('setUserProp', 3, ([node, key, text]) =>
      writeProperty(nodeOf(node), textOf(key), textOf(text)),
    ),
    toBuiltin('getUserPropBuffer', 1, ([value]) => nodeOf(value).properties),
  ];
  const variables: readonly (readonly [string, Value])[] = [
    ...functions.map((one): [string, Value] => [one.name, one]),
    ['objects', toSet(living)],
    ['selection', toSet(() => selected.filter((node) => !node.isDeleted))],
  ];
  return {
    ...nodes,
    uniqueName,
    variables,
    named: (name: string): SceneNode => {
      const found = living().find((node) => node.name === name);
      const names = living().map((node) => node.name);
      if (found === undefined) throw new Error(`the scene has no ${name}, but ${names.join(', ')}`);
      return found;
    },
    select: (chosen: readonly SceneNode[]) => {
      selected = chosen;
    },
  };
}
export type Scene = ReturnType<typeof createScene>;
