import { describe } from './describe.ts';
import { Jump } from './flow.ts';
import type { Interpreter } from './interpreter.ts';
import { declare, openScope } from './scope.ts';
import type { Node, StructMember } from './syntax.ts';
import {
  type Builtin,
  isKind,
  type Keys,
  type MaxFunction,
  type MaxObject,
  type Member,
  ProgrammingError,
  type Scope,
  type StructType,
  toVariable,
  type Value,
} from './values.ts';

type Arguments = { readonly values: readonly Value[]; readonly keys: Keys };

function checkKeys(name: string, known: readonly string[], keys: Keys) {
  const unknown = [...keys.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) throw new ProgrammingError(`-- Keyword error: ${name} knows no ${unknown}:`);
}

function checkCount(name: string, count: number, [least, most]: readonly [number, number]) {
  if (count < least || count > most)
    throw new ProgrammingError(
      `-- Argument count error: ${name} wanted ${least === most ? least : `${least} to ${most}`}, got ${count}`,
    );
}

function callBuiltin({ name, least, most, keys: known, call }: Builtin, { values, keys }: Arguments): Value {
  checkCount(name, values.length, [least, most]);
  checkKeys(name, known, keys);
  return call(values, keys);
}

function callFunction(
  interpreter: Interpreter,
  { node, scope }: MaxFunction,
  { values, keys }: Arguments,
): Value {
  checkCount(node.name, values.length, [node.parameters.length, node.parameters.length]);
  checkKeys(
    node.name,
    node.keys.map((key) => key.name.toLowerCase()),
    keys,
  );
  const frame = openScope(scope, 'function');
  for (const [index, name] of node.parameters.entries()) declare(frame, name, values[index]);
  for (const { name, initial } of node.keys) {
    const key = name.toLowerCase();
    const usual = initial === null ? undefined : interpreter.evaluate(initial, frame);
    declare(frame, name, keys.has(key) ? keys.get(key) : usual);
  }
  try {
    return interpreter.evaluate(node.body, frame);
  } catch (error) {
    if (error instanceof Jump && error.type === 'return') return error.value;
    throw error;
  }
}

export function defineStruct(node: Extract<Node, { type: 'struct' }>, scope: Scope): StructType {
  return { kind: 'struct', name: node.name, members: node.members, scope };
}

const isFunction = (member: StructMember) => 'type' in member;

/** An instance; its functions see the members before them by name, and all of them through `this`. */
function instantiate(interpreter: Interpreter, struct: StructType, { values, keys }: Arguments): MaxObject {
  const members = new Map<string, Member>();
  const instance: MaxObject = { kind: 'object', type: struct.name, members };
  const names = new Map<string, Member>([['this', { get: () => instance }]]);
  const fields = struct.members.filter((member) => !isFunction(member)).map(({ name }) => name.toLowerCase());
  checkCount(struct.name, values.length, [0, fields.length]);
  checkKeys(struct.name, fields, keys);
  const reachable = new Set<string>(['this']);
  for (const member of struct.members) {
    const key = member.name.toLowerCase();
    if (names.has(key)) throw new ProgrammingError(`-- ${struct.name} declares ${member.name} twice`);
    const isGiven = keys.has(key) || fields.indexOf(key) < values.length;
    const scope: Scope = {
      names,
      parent: struct.scope,
      kind: 'object',
      reachable: new Set(reachable.add(key)),
    };
    let value: Value;
    if ('type' in member) value = { kind: 'function', node: member, scope };
    else if (isGiven) value = keys.has(key) ? keys.get(key) : values[fields.indexOf(key)];
    else value = member.initial === null ? undefined : interpreter.evaluate(member.initial, scope);
    const variable = toVariable(value);
    names.set(key, variable);
    members.set(key, variable);
  }
  return instance;
}

export function callValue(interpreter: Interpreter, callee: Value, given: Arguments): Value {
  if (isKind(callee, 'builtin')) return callBuiltin(callee, given);
  if (isKind(callee, 'function')) return callFunction(interpreter, callee, given);
  if (isKind(callee, 'struct')) return instantiate(interpreter, callee, given);
  if (isKind(callee, 'netMethod')) {
    checkKeys(callee.name, [], given.keys);
    return interpreter.net.call(callee, given.values);
  }
  throw new ProgrammingError(`-- Type error: Call needs function or class, got: ${describe(callee)}`);
}
