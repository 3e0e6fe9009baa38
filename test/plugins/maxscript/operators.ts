import { areEqual, describe, integerOf, itemsIn, typeName } from './describe.ts';
import { isTrue } from './flow.ts';
import type { Interpreter } from './interpreter.ts';
import { multiply } from './matrix.ts';
import { declare, findName } from './scope.ts';
import type { Node } from './syntax.ts';
import { isKind, ProgrammingError, type Scope, toArray, toFloat, toName, type Value } from './values.ts';

type AssignNode = Extract<Node, { type: 'assign' }>;

const unknown = (name: string, value: Value) =>
  new ProgrammingError(`-- Unknown property: "${name}" in ${describe(value)}`);

export function readProperty(interpreter: Interpreter, value: Value, name: string): Value {
  if (isKind(value, 'net')) return interpreter.net.get(value, name);
  if (isKind(value, 'object')) {
    const member = value.members.get(name.toLowerCase());
    if (member === undefined) throw unknown(name, value);
    return member.get();
  }
  const count = isKind(value, 'array') ? value.items.length : typeof value === 'string' ? value.length : null;
  if (count === null || name.toLowerCase() !== 'count') throw unknown(name, value);
  return count;
}

export function readIndex(value: Value, index: Value): Value {
  const position = integerOf(index);
  if (isKind(value, 'bits')) return value.set.has(position);
  if (position < 1) throw new ProgrammingError(`-- Array index must be +ve number, got: ${position}`);
  const items = itemsIn(value);
  if (items !== null) return items[position - 1];
  if (typeof value === 'string') return value[position - 1];
  throw new ProgrammingError(`-- No "get" function for ${describe(value)}`);
}

function writeProperty(interpreter: Interpreter, target: Value, name: string, value: Value) {
  if (isKind(target, 'net')) {
    interpreter.net.set(target, name, value);
    return;
  }
  const member = isKind(target, 'object') ? target.members.get(name.toLowerCase()) : undefined;
  if (member === undefined) throw unknown(name, target);
  if (member.set === undefined) throw new ProgrammingError(`-- Cannot set: ${name} of ${describe(target)}`);
  member.set(value);
}

function writeIndex(target: Value, index: Value, value: Value) {
  const position = integerOf(index);
  if (isKind(target, 'bits')) {
    if (isTrue(value)) target.set.add(position);
    else target.set.delete(position);
  } else if (isKind(target, 'array')) target.items[position - 1] = value;
  else throw new ProgrammingError(`-- No "put" function for ${describe(target)}`);
}

function writeName(scope: Scope, name: string, value: Value) {
  const member = findName(scope, name);
  if (member === null) {
    declare(scope, name, value);
    throw new ProgrammingError(`-- ${name} becomes a global that nobody declared`);
  }
  if (member.set === undefined) throw new ProgrammingError(`-- ${name} cannot be assigned to`);
  member.set(value);
}

export function assign(
  interpreter: Interpreter,
  { target, operator, value: node }: AssignNode,
  scope: Scope,
): Value {
  const evaluate = (one: Node) => interpreter.evaluate(one, scope);
  const given = evaluate(node);
  const value = operator === '=' ? given : calculate(operator.slice(0, 1), evaluate(target), given);
  if (target.type === 'identifier') writeName(scope, target.name, value);
  else if (target.type === 'property')
    writeProperty(interpreter, evaluate(target.object), target.name, value);
  else if (target.type === 'index') writeIndex(evaluate(target.object), evaluate(target.index), value);
  return value;
}

function numberIn(value: Value): number | null {
  if (typeof value === 'number') return value;
  return isKind(value, 'float') ? value.value : null;
}

function calculateNumbers(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    default:
      return left ** right;
  }
}

function calculate(operator: string, left: Value, right: Value): Value {
  if (operator === '+' && typeof left === 'string') {
    if (typeof right !== 'string')
      throw new ProgrammingError(`-- Unable to convert: ${describe(right)} to type: String`);
    return left + right;
  }
  if (operator === '+' && isKind(left, 'array') && isKind(right, 'array'))
    return toArray([...left.items, ...right.items]);
  if (operator === '*' && isKind(left, 'matrix') && isKind(right, 'matrix')) return multiply(left, right);
  const [first, second] = [numberIn(left), numberIn(right)];
  if (first === null || second === null)
    throw new ProgrammingError(`-- No "${operator}" function for ${describe(left)} and ${describe(right)}`);
  if (operator === '/' && second === 0) throw new ProgrammingError('-- Division by zero');
  const result = calculateNumbers(operator, first, second);
  if (typeof left !== 'number' || typeof right !== 'number') return toFloat(result);
  if (Math.abs(result) > 2 ** 31) throw new ProgrammingError('-- An integer beyond 32 bits');
  return Math.trunc(result);
}

function compare(operator: string, left: Value, right: Value): boolean {
  if (operator === '==') return areEqual(left, right);
  if (operator === '!=') return !areEqual(left, right);
  const areTexts = typeof left === 'string' && typeof right === 'string';
  const [first, second] = areTexts ? [left, right] : [numberIn(left), numberIn(right)];
  if (first === null || second === null)
    throw new ProgrammingError(`-- No "${operator}" function for ${describe(left)} and ${describe(right)}`);
  if (operator === '<') return first < second;
  if (operator === '>') return first > second;
  return operator === '<=' ? first <= second : first >= second;
}

function convert(value: Value, to: string): Value {
  if (to === 'string') return describe(value);
  if (to === 'name' && typeof value === 'string') return toName(value);
  const number =
    typeof value === 'string' && /^\s*[-+]?\d/.test(value) ? Number.parseFloat(value) : numberIn(value);
  if (to === 'integer' || to === 'float') {
    if (number === null) return undefined;
    return to === 'integer' ? Math.trunc(number) : toFloat(number);
  }
  const items = to === 'array' ? itemsIn(value) : null;
  if (items !== null) return toArray([...items]);
  throw new ProgrammingError(`-- Unable to convert: ${typeName(value)} to type: ${to}`);
}

/** Operators; undefined where the node is none, which no operator gives as a value. */
export function evaluateOperator(interpreter: Interpreter, node: Node, scope: Scope): Value {
  const evaluate = (one: Node) => interpreter.evaluate(one, scope);
  switch (node.type) {
    case 'binary': {
      if (node.operator === 'and') return isTrue(evaluate(node.left)) && isTrue(evaluate(node.right));
      if (node.operator === 'or') return isTrue(evaluate(node.left)) || isTrue(evaluate(node.right));
      const [left, right] = [evaluate(node.left), evaluate(node.right)];
      return '+-*/^'.includes(node.operator)
        ? calculate(node.operator, left, right)
        : compare(node.operator, left, right);
    }
    case 'not':
      return !isTrue(evaluate(node.operand));
    case 'negate':
      return calculate('-', 0, evaluate(node.operand));
    case 'convert':
      return convert(evaluate(node.value), node.to);
    case 'bits':
      return { kind: 'bits', set: new Set(node.items.map((item) => integerOf(evaluate(item)))) };
    case 'point':
      return { kind: 'point', numbers: node.items.map((item) => numberIn(evaluate(item)) ?? 0) };
    default:
      return undefined;
  }
}
