import type { FunctionNode, Place, StructMember } from './syntax.ts';

export type Member = { readonly get: () => Value; readonly set?: (value: Value) => void };
export type MaxObject = {
  readonly kind: 'object';
  readonly type: string;
  /** By lower-case name, as the language ignores case. */
  readonly members: Map<string, Member>;
};
export type Keys = ReadonlyMap<string, Value>;
export type Builtin = {
  readonly kind: 'builtin';
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly keys: readonly string[];
  readonly call: (values: readonly Value[], keys: Keys) => Value;
};
export type Scope = {
  readonly names: Map<string, Member>;
  readonly parent: Scope | null;
  readonly kind: 'global' | 'block' | 'function' | 'object';
  /** In a member function of a struct: the members that stand before it, and itself. */
  readonly reachable?: ReadonlySet<string>;
};
export type MaxFunction = { readonly kind: 'function'; readonly node: FunctionNode; readonly scope: Scope };
export type StructType = {
  readonly kind: 'struct';
  readonly name: string;
  readonly members: readonly StructMember[];
  readonly scope: Scope;
};
export type NetObject = { readonly kind: 'net'; readonly reference: number; readonly type: string };
export type NetMethod = { readonly kind: 'netMethod'; readonly target: NetObject; readonly name: string };
/** Rows of an affine transform: three axes and the position. */
export type Matrix = { readonly kind: 'matrix'; readonly rows: readonly (readonly number[])[] };

export type Value =
  | undefined
  | boolean
  | number
  | string
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'class'; readonly name: string }
  | { readonly kind: 'array'; readonly items: Value[] }
  | { readonly kind: 'bits'; readonly set: Set<number> }
  | { readonly kind: 'point'; readonly numbers: readonly number[] }
  | { readonly kind: 'ok' }
  | MaxObject
  | Builtin
  | MaxFunction
  | StructType
  | NetObject
  | NetMethod
  | Matrix;

/** An error that a script may catch. */
export class MaxError extends Error {}

/** A mistake in the script itself: it fails a test even where the script catches it. */
export class ProgrammingError extends MaxError {
  place: Place | null = null;
}

export const ok: Value = { kind: 'ok' };
export const toName = (name: string): Value => ({ kind: 'name', name: name.toLowerCase() });
export const toFloat = (value: number): Value => ({ kind: 'float', value });
export const toArray = (items: Value[]): Value => ({ kind: 'array', items });

export function isKind<K extends string>(value: Value, kind: K): value is Extract<Value, { kind: K }> {
  return typeof value === 'object' && value.kind === kind;
}

export function toObject(type: string, members: Readonly<Record<string, Member | Value>>): MaxObject {
  const entries = Object.entries(members).map(([name, member]): [string, Member] => {
    const isMember = typeof member === 'object' && 'get' in member;
    return [name.toLowerCase(), isMember ? member : { get: () => member }];
  });
  return { kind: 'object', type, members: new Map(entries) };
}

/** A member that holds a value. */
export function toVariable(initial: Value): Member {
  let held = initial;
  return {
    get: () => held,
    set: (value) => {
      held = value;
    },
  };
}

/** A function of the host; `takes` is its number of arguments, or the least and the most. */
export function toBuiltin(
  name: string,
  takes: number | readonly [number, number],
  call: Builtin['call'],
  keys: readonly string[] = [],
): Builtin {
  const [least, most] = typeof takes === 'number' ? [takes, takes] : takes;
  return { kind: 'builtin', name, least, most, keys, call };
}

/** What `getCurrentException` gives for an error. */
export function toExceptionText(error: MaxError): string {
  return error instanceof ProgrammingError || error.message.startsWith('--')
    ? error.message
    : `-- Runtime error: ${error.message}`;
}
