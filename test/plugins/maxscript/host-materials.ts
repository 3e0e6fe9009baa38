import path from 'node:path';
import { describe, integerOf, numberOf, textOf, typeName } from './describe.ts';
import {
  isKind,
  type MaxObject,
  type Member,
  ProgrammingError,
  toArray,
  toBuiltin,
  toFloat,
  toObject,
  type Value,
} from './values.ts';

type Check = (value: Value) => unknown;
type Field = { readonly initial: Value; readonly check: Check };

const textures = ['Bitmaptexture', 'Normal_Bump', 'OSLMap', 'MultiOutputChannelTexmapToTexmap'];
const refuse = (value: Value, wanted: string): never => {
  throw new ProgrammingError(`-- Unable to convert: ${describe(value)} to type: ${wanted}`);
};
const ofTypes =
  (...types: readonly string[]): Check =>
  (value) =>
    value === undefined || types.includes(typeName(value)) || refuse(value, types.join(', '));
const map: Field = { initial: undefined, check: ofTypes(...textures) };
const flag: Field = {
  initial: false,
  check: (value) => typeof value === 'boolean' || refuse(value, 'Boolean'),
};
const text: Field = { initial: '', check: textOf };
const whole: Field = { initial: 1, check: integerOf };
/** 0: the picture, 1: its alpha. */
const output: Field = { initial: 0, check: integerOf };
const colour: Field = { initial: toArray([]), check: () => true };
const number = (initial: number): Field => ({ initial: toFloat(initial), check: numberOf });

const slots = ['base_color', 'roughness', 'metalness', 'cutout', 'emit_color', 'bump'] as const;
/** What materials and maps have of which scripts here make use. */
const classes: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  PhysicalMaterial: {
    ...Object.fromEntries(slots.map((slot) => [`${slot}_map`, map])),
    ...{ name: text, base_color: colour, roughness: number(0), roughness_inv: flag, metalness: number(0) },
    bump_map_amt: number(0.3),
  },
  StandardMaterial: { name: text, diffuse: colour },
  Bitmaptexture: {
    ...{ name: text, bitmap: { initial: undefined, check: ofTypes('BitMap') } },
    ...{ rgbOutput: output, monoOutput: output },
  },
  Normal_Bump: { name: text, normal_map: map, flipgreen: flag },
  OSLMap: { name: text, OSLAutoUpdate: flag },
  MultiOutputChannelTexmapToTexmap: {
    ...{ sourceMap: { initial: undefined, check: ofTypes('OSLMap') }, outputChannelIndex: whole },
  },
};
/** Those of the shader that comes with 3ds Max; they are there once it is loaded. */
const shaderFields = { filename: text, AutoGamma: whole, ManualGamma: number(1) };

function toMember({ initial, check }: Field): Member {
  let held = initial;
  return {
    get: () => held,
    set: (value) => {
      check(value);
      held = value;
    },
  };
}
const toMembers = (fields: Readonly<Record<string, Field>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toMember(field)]));

const memberOf = (object: Value, name: string): Value =>
  isKind(object, 'object') ? object.members.get(name.toLowerCase())?.get() : undefined;

export function make(type: string, given: Readonly<Record<string, Value>> = {}): MaxObject {
  const made = toObject(type, toMembers(classes[type] ?? {}));
  for (const [name, value] of Object.entries(given)) made.members.get(name.toLowerCase())?.set?.(value);
  return made;
}
export const toMaterial = (name: string) => make('StandardMaterial', { name });
/** One material, or several in one. */
export function toMaterials(names: readonly string[]): MaxObject {
  const [first = 'wood', ...others] = names;
  if (others.length === 0) return toMaterial(first);
  return toObject('Multimaterial', { name: first, materialList: toArray(names.map(toMaterial)) });
}

function describeMap(value: Value): string {
  if (!isKind(value, 'object')) return describe(value);
  if (value.type === 'Bitmaptexture') {
    const bitmap = memberOf(value, 'bitmap');
    const alpha = memberOf(value, 'monoOutput') === 1 ? ' alpha' : '';
    return `${textOf(memberOf(bitmap, 'shows')).split(',')[0]} ${describe(memberOf(bitmap, 'gamma'))}${alpha}`;
  }
  if (value.type === 'Normal_Bump')
    return `${describeMap(memberOf(value, 'normal_map'))}${memberOf(value, 'flipgreen') === true ? ' flipped' : ''}`;
  const source = memberOf(value, 'sourceMap');
  const gamma = memberOf(source, 'AutoGamma') === 0 ? describe(memberOf(source, 'ManualGamma')) : 'auto';
  return `${path.basename(textOf(memberOf(source, 'filename')))} ${gamma} ${describe(memberOf(value, 'outputChannelIndex'))}`;
}

/** The materials of a node, with the values that are not the usual ones. */
export function describeMaterials(material: Value): string[] {
  const list = memberOf(material, 'materialList');
  if (isKind(list, 'array')) return list.items.flatMap(describeMaterials);
  if (!isKind(material, 'object')) return [];
  const fields = Object.entries(classes[material.type] ?? {}).flatMap(([name, { initial }]) => {
    const value = memberOf(material, name);
    if (name === 'name' || describe(value) === describe(initial)) return [];
    return [`${name}: ${name.endsWith('_map') ? describeMap(value) : describe(value)}`];
  });
  return [[`${material.type} ${describe(memberOf(material, 'name'))}`, ...fields].join(', ')];
}

/** Classes of materials and maps, which are called to make one. */
export function createMaterials(year: number): readonly (readonly [string, Value])[] {
  const uberBitmap = year < 2024 ? 'UberBitmap.osl' : 'UberBitmap2.osl';
  const load = (shader: MaxObject): Member => ({
    get: () => undefined,
    set: (value) => {
      if (path.basename(textOf(value)) !== uberBitmap)
        throw new ProgrammingError(`-- 3ds Max ${year} has no shader ${textOf(value)}`);
      for (const [name, member] of Object.entries(toMembers(shaderFields)))
        shader.members.set(name.toLowerCase(), member);
    },
  });
  const constructors = Object.entries(classes).map(([type, fields]): [string, Value] => {
    const names = Object.keys(fields);
    const construct = toBuiltin(
      type,
      0,
      (_, keys) => {
        const made = make(type);
        if (type === 'OSLMap') made.members.set('oslpath', load(made));
        for (const [name, value] of keys) made.members.get(name.toLowerCase())?.set?.(value);
        return made;
      },
      names.map((name) => name.toLowerCase()),
    );
    return [type, construct];
  });
  const isProperty = toBuiltin('isProperty', 2, ([object, name]) => {
    if (!isKind(object, 'object') || !isKind(name, 'name')) return refuse(name, 'Name');
    return object.members.has(name.name);
  });
  return [
    ...constructors,
    ['Multimaterial', { kind: 'class', name: 'Multimaterial' }],
    ['isProperty', isProperty],
  ];
}
