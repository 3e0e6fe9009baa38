import { callValue, defineStruct } from './calls.ts';
import { evaluateFlow, Jump } from './flow.ts';
import { assign, evaluateOperator, readIndex, readProperty } from './operators.ts';
import { parse } from './parse.ts';
import { defineMacro, defineRollout, type Macro } from './rollouts.ts';
import { declare, findName, globalOf, openScope } from './scope.ts';
import type { Node } from './syntax.ts';
import {
  type MaxObject,
  type NetMethod,
  type NetObject,
  ok,
  ProgrammingError,
  type Scope,
  toArray,
  toVariable,
  type Value,
} from './values.ts';

/** Where calls on .NET objects go. */
export type Net = {
  get(target: NetObject, name: string): Value;
  set(target: NetObject, name: string, value: Value): void;
  call(method: NetMethod, values: readonly Value[]): Value;
  /** What a rollout shows of .NET. */
  createControl(type: string): MaxObject;
};

export type Interpreter = {
  readonly global: Scope;
  readonly net: Net;
  readonly macros: Map<string, Macro>;
  readonly rollouts: Map<string, MaxObject>;
  /** Mistakes of the script's author, also those that the script caught. */
  readonly faults: string[];
  /** What Undo offers, the oldest first. */
  readonly steps: string[];
  lastException: string;
  evaluate(node: Node, scope: Scope): Value;
  call(callee: Value, values: readonly Value[]): Value;
  note(error: unknown): void;
  /** Runs a file's text; an uncaught mistake is noted and thrown. */
  run(source: string): Value;
};

function evaluateBlock(interpreter: Interpreter, body: readonly Node[], scope: Scope): Value {
  let result: Value;
  for (const node of body) result = interpreter.evaluate(node, scope);
  return result;
}

function readName(scope: Scope, name: string): Value {
  const found = findName(scope, name);
  if (found === null) throw new ProgrammingError(`-- ${name} is declared nowhere`);
  return found.get();
}

function declareNames(
  interpreter: Interpreter,
  node: Extract<Node, { type: 'declare' }>,
  scope: Scope,
): Value {
  const target = node.isGlobal ? globalOf(scope) : scope;
  let result: Value;
  for (const { name, initial } of node.names) {
    const isKnown = node.isGlobal && target.names.has(name.toLowerCase());
    result = initial === null ? undefined : interpreter.evaluate(initial, scope);
    if (initial !== null || !isKnown) declare(target, name, result);
  }
  return result;
}

/** A name that was declared before keeps its place, so that `global` before a definition works. */
function define(scope: Scope, name: string, value: Value): Value {
  const declared = scope.names.get(name.toLowerCase()) ?? globalOf(scope).names.get(name.toLowerCase());
  if (declared?.set) declared.set(value);
  else scope.names.set(name.toLowerCase(), toVariable(value));
  return value;
}

function evaluateNode(interpreter: Interpreter, node: Node, scope: Scope): Value {
  const evaluate = (one: Node) => interpreter.evaluate(one, scope);
  switch (node.type) {
    case 'literal':
      return node.value;
    case 'identifier':
      return readName(scope, node.name);
    case 'block':
      return evaluateBlock(interpreter, node.body, openScope(scope));
    case 'array':
      return toArray(node.items.map(evaluate));
    case 'call': {
      const callee = evaluate(node.callee);
      const values = node.values.map(evaluate);
      const keys = new Map(node.keys.map(({ name, value }) => [name, evaluate(value)]));
      return callValue(interpreter, callee, { values, keys });
    }
    case 'property':
      return readProperty(interpreter, evaluate(node.object), node.name);
    case 'index':
      return readIndex(evaluate(node.object), evaluate(node.index));
    case 'assign':
      return assign(interpreter, node, scope);
    case 'declare':
      return declareNames(interpreter, node, scope);
    case 'function':
      return define(scope, node.name, { kind: 'function', node, scope });
    case 'struct':
      return define(scope, node.name, defineStruct(node, scope));
    case 'rollout':
      return define(scope, node.name, defineRollout(interpreter, node, scope));
    case 'macroscript':
      return defineMacro(interpreter, node);
    case 'binary':
    case 'not':
    case 'negate':
    case 'convert':
    case 'bits':
    case 'point':
      return evaluateOperator(interpreter, node, scope);
    default:
      return evaluateFlow(interpreter, node, scope);
  }
}

export function createInterpreter(net: Net): Interpreter {
  const interpreter: Interpreter = {
    global: openScope(null, 'global'),
    net,
    macros: new Map(),
    rollouts: new Map(),
    faults: [],
    steps: [],
    lastException: '',
    evaluate(node, scope) {
      try {
        return evaluateNode(interpreter, node, scope);
      } catch (error) {
        if (error instanceof ProgrammingError) error.place ??= node;
        throw error;
      }
    },
    call: (callee, values) => callValue(interpreter, callee, { values, keys: new Map() }),
    note(error) {
      if (error instanceof Jump) interpreter.faults.push(`a ${error.type} outside of its place`);
      if (error instanceof ProgrammingError)
        interpreter.faults.push(`line ${error.place?.line}: ${error.message}`);
    },
    run(source) {
      try {
        let result: Value = ok;
        for (const node of parse(source)) result = interpreter.evaluate(node, interpreter.global);
        return result;
      } catch (error) {
        interpreter.note(error);
        throw error;
      }
    },
  };
  return interpreter;
}
