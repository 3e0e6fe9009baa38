import type { FbxNode, FbxProperty } from './fbx-node.ts';

export const int = (value: number): FbxProperty => ({ kind: 'int', value });
export const long = (value: number): FbxProperty => ({ kind: 'long', value });
export const text = (value: string): FbxProperty => ({ kind: 'text', value });

export function fbxNode(
  name: string,
  properties: readonly FbxProperty[],
  children: readonly FbxNode[] = [],
): FbxNode {
  return { name, properties, children };
}

/** An object's name as binary FBX stores it: the name, two separators, the class. */
export function objectName(name: string, kind: string): FbxProperty {
  return text(`${name}\0\x01${kind}`);
}

type Setting = readonly [
  name: string,
  type: string,
  label: string,
  flags: string,
  ...values: (number | string)[],
];

/** A `Properties70` block; numbers are written as 32-bit ones for whole types, else as doubles. */
export function settings(list: readonly Setting[]): FbxNode {
  return fbxNode(
    'Properties70',
    [],
    list.map(([name, type, label, flags, ...values]) =>
      fbxNode('P', [
        text(name),
        text(type),
        text(label),
        text(flags),
        ...values.map((value) => toValue(type, value)),
      ]),
    ),
  );
}

function toValue(type: string, value: number | string): FbxProperty {
  if (typeof value === 'string') return text(value);
  return type === 'int' || type === 'enum' || type === 'bool' ? int(value) : { kind: 'double', value };
}
