import { isKind, ProgrammingError, type Value } from './values.ts';

/** The value as `as string` and `print` write it. */
export function describe(value: Value): string {
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object') return String(value);
  switch (value.kind) {
    case 'float':
      return Number.isInteger(value.value)
        ? value.value.toFixed(1)
        : String(Number(value.value.toPrecision(6)));
    case 'name':
      return value.name;
    case 'class':
      return value.name;
    case 'ok':
      return 'OK';
    case 'array':
      return `#(${value.items.map((item) => (typeof item === 'string' ? `"${item}"` : describe(item))).join(', ')})`;
    case 'net':
      return `dotNetObject:${value.type}`;
    case 'object':
      return `<${value.type}>`;
    default:
      return `<${value.kind}>`;
  }
}

export function typeName(value: Value): string {
  if (value === undefined) return 'UndefinedClass';
  if (typeof value === 'boolean') return 'BooleanClass';
  if (typeof value === 'number') return 'Integer';
  if (typeof value === 'string') return 'String';
  const names: Readonly<Record<string, string>> = {
    float: 'Float',
    name: 'Name',
    array: 'Array',
    net: 'dotNetObject',
  };
  return value.kind === 'object' ? value.type : (names[value.kind] ?? value.kind);
}

const mismatch = (wanted: string, value: Value) =>
  new ProgrammingError(`-- Unable to convert: ${describe(value)} to type: ${wanted}`);

export function textOf(value: Value): string {
  if (typeof value !== 'string') throw mismatch('String', value);
  return value;
}

export function integerOf(value: Value): number {
  if (typeof value !== 'number') throw mismatch('Integer', value);
  return value;
}

export function numberOf(value: Value): number {
  if (typeof value === 'number') return value;
  if (isKind(value, 'float')) return value.value;
  throw mismatch('Float', value);
}

export function booleanOf(value: Value): boolean {
  if (typeof value !== 'boolean') throw mismatch('Boolean', value);
  return value;
}

export function nameOf(value: Value): string {
  if (!isKind(value, 'name')) throw mismatch('Name', value);
  return value.name;
}

export function itemsOf(value: Value): Value[] {
  if (!isKind(value, 'array')) throw mismatch('Array', value);
  return value.items;
}

export function areEqual(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (typeof left === 'number' && isKind(right, 'float')) return left === right.value;
  if (isKind(left, 'float')) {
    return typeof right === 'number'
      ? left.value === right
      : isKind(right, 'float') && left.value === right.value;
  }
  if (isKind(left, 'name')) return isKind(right, 'name') && left.name === right.name;
  // A class is called to make one.
  if (isKind(left, 'class'))
    return (isKind(right, 'class') || isKind(right, 'builtin')) && left.name === right.name;
  if (isKind(left, 'ok')) return isKind(right, 'ok');
  return false;
}

/** The items of an array or of a set of nodes; null for anything else. */
export function itemsIn(value: Value): Value[] | null {
  if (isKind(value, 'array')) return value.items;
  const list = isKind(value, 'object') ? value.members.get('list')?.get() : undefined;
  return isKind(list, 'builtin') ? itemsIn(list.call([], new Map())) : null;
}
