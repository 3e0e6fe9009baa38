import { areEqual, describe, itemsIn } from './describe.ts';
import type { Interpreter } from './interpreter.ts';
import { declare, openScope } from './scope.ts';
import type { Node } from './syntax.ts';
import { MaxError, ProgrammingError, type Scope, toArray, toExceptionText, type Value } from './values.ts';

/** `return`, `exit` and `continue` on their way out. */
export class Jump extends Error {
  readonly type: 'return' | 'exit' | 'continue';
  readonly value: Value;

  constructor(type: Jump['type'], value?: Value) {
    super(type);
    this.type = type;
    this.value = value;
  }
}

export function isTrue(value: Value): boolean {
  if (typeof value !== 'boolean')
    throw new ProgrammingError(
      `-- Type error: if, while, and, or and not need a Boolean, got: ${describe(value)}`,
    );
  return value;
}

/** Runs the body of a loop; false when the loop is to end. */
function runBody(body: () => void): boolean {
  try {
    body();
    return true;
  } catch (error) {
    if (error instanceof Jump && error.type === 'continue') return true;
    if (error instanceof Jump && error.type === 'exit') return false;
    throw error;
  }
}

function evaluateWhile(
  interpreter: Interpreter,
  node: Extract<Node, { type: 'while' }>,
  scope: Scope,
): Value {
  let result: Value;
  const runOnce = () => {
    result = interpreter.evaluate(node.body, scope);
  };
  while (isTrue(interpreter.evaluate(node.test, scope)) && runBody(runOnce));
  return result;
}

function* countFor(
  interpreter: Interpreter,
  node: Extract<Node, { type: 'for' }>,
  scope: Scope,
): Iterable<Value> {
  const from = interpreter.evaluate(node.from, scope);
  if (node.to === null) {
    const items = itemsIn(from);
    if (items === null) throw new ProgrammingError(`-- For loop needs an array, got: ${describe(from)}`);
    yield* items;
    return;
  }
  const to = interpreter.evaluate(node.to, scope);
  const step = node.step === null ? 1 : interpreter.evaluate(node.step, scope);
  if (typeof from !== 'number' || typeof to !== 'number' || typeof step !== 'number' || step === 0)
    throw new ProgrammingError('-- For loop needs integers');
  for (let count = from; step > 0 ? count <= to : count >= to; count += step) yield count;
}

function evaluateFor(interpreter: Interpreter, node: Extract<Node, { type: 'for' }>, scope: Scope): Value {
  const collected: Value[] = [];
  let result: Value;
  for (const value of countFor(interpreter, node, scope)) {
    const inner = openScope(scope);
    declare(inner, node.variable, value);
    if (node.whileTest !== null && !isTrue(interpreter.evaluate(node.whileTest, inner))) break;
    if (node.whereTest !== null && !isTrue(interpreter.evaluate(node.whereTest, inner))) continue;
    const goesOn = runBody(() => {
      result = interpreter.evaluate(node.body, inner);
      if (node.isCollect) collected.push(result);
    });
    if (!goesOn) break;
  }
  return node.isCollect ? toArray(collected) : result;
}

function evaluateCase(interpreter: Interpreter, node: Extract<Node, { type: 'case' }>, scope: Scope): Value {
  const subject = interpreter.evaluate(node.subject, scope);
  const arm = node.arms.find(
    ({ label }) => label === null || areEqual(interpreter.evaluate(label, scope), subject),
  );
  return arm === undefined ? undefined : interpreter.evaluate(arm.body, scope);
}

function evaluateTry(interpreter: Interpreter, node: Extract<Node, { type: 'try' }>, scope: Scope): Value {
  try {
    return interpreter.evaluate(node.body, scope);
  } catch (error) {
    if (!(error instanceof MaxError)) throw error;
    interpreter.note(error);
    interpreter.lastException = toExceptionText(error);
    return interpreter.evaluate(node.otherwise, scope);
  }
}

function raise(interpreter: Interpreter, node: Node | null, scope: Scope): never {
  if (node === null) throw new MaxError(interpreter.lastException);
  throw new MaxError(describe(interpreter.evaluate(node, scope)));
}

export function evaluateFlow(interpreter: Interpreter, node: Node, scope: Scope): Value {
  switch (node.type) {
    case 'if': {
      const chosen = isTrue(interpreter.evaluate(node.test, scope)) ? node.chosen : node.otherwise;
      return chosen === null ? undefined : interpreter.evaluate(chosen, scope);
    }
    case 'while':
      return evaluateWhile(interpreter, node, scope);
    case 'for':
      return evaluateFor(interpreter, node, scope);
    case 'case':
      return evaluateCase(interpreter, node, scope);
    case 'try':
      return evaluateTry(interpreter, node, scope);
    case 'undo':
      interpreter.steps.push(node.label);
      return interpreter.evaluate(node.body, scope);
    case 'throw':
      return raise(interpreter, node.value, scope);
    case 'return':
      throw new Jump('return', node.value === null ? undefined : interpreter.evaluate(node.value, scope));
    case 'exit':
    case 'continue':
      throw new Jump(node.type);
    default:
      throw new ProgrammingError(`-- ${node.type} cannot stand here`);
  }
}
