import type { Member, Scope, Value } from './values.ts';
import { ProgrammingError, toVariable } from './values.ts';

export function openScope(
  parent: Scope | null,
  kind: Scope['kind'] = 'block',
  names?: Scope['names'],
): Scope {
  return { names: names ?? new Map(), parent, kind };
}

export function declare(scope: Scope, name: string, value: Value) {
  scope.names.set(name.toLowerCase(), toVariable(value));
}

/**
 * The variable of that name; null when it is not declared. Locals of an enclosing block are out of reach inside a
 * function, a struct, a rollout and a macro, as 3ds Max compiles them to slots of a frame that is gone.
 */
export function findName(from: Scope, name: string): Member | null {
  const key = name.toLowerCase();
  let isInside = false;
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    const found = scope.names.get(key);
    const isOuterLocal = isInside && (scope.kind === 'block' || scope.kind === 'function');
    if (found !== undefined && isOuterLocal)
      throw new ProgrammingError(`-- No outer local variable references permitted here: ${name}`);
    const isLater = scope.reachable !== undefined && !scope.reachable.has(key);
    if (found !== undefined && isLater)
      throw new ProgrammingError(`-- ${name} is declared further down in its struct: write this.${name}`);
    if (found !== undefined) return found;
    if (scope.kind === 'function' || scope.kind === 'object') isInside = true;
  }
  return null;
}

export function globalOf(scope: Scope): Scope {
  return scope.parent === null ? scope : globalOf(scope.parent);
}
