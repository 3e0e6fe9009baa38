import { callValue } from './calls.ts';
import { describe, itemsIn } from './describe.ts';
import type { Interpreter } from './interpreter.ts';
import { openScope } from './scope.ts';
import type { Control, Handler, Item, Node, PanelNode } from './syntax.ts';
import {
  isKind,
  type MaxObject,
  type Member,
  ok,
  ProgrammingError,
  type Scope,
  toArray,
  toObject,
  toVariable,
  type Value,
} from './values.ts';

export type Macro = { readonly category: string; readonly execute: () => Value };

const every = {
  enabled: true,
  visible: true,
  tooltip: '',
  width: 0,
  height: 0,
  align: undefined,
  across: 1,
  offset: undefined,
  pos: undefined,
};
const properties: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  button: { caption: '' },
  checkbox: { checked: false, caption: '' },
  dropdownlist: { items: toArray([]), selection: 1 },
  edittext: { text: '', fieldwidth: 0, labelontop: false, readonly: false },
  hyperlink: { address: '', caption: '' },
  label: { text: '', caption: '' },
  progressbar: { value: 0, color: undefined },
  timer: { interval: 1000, active: true },
};
const events: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  button: { pressed: 0 },
  checkbox: { changed: 1 },
  dotnetcontrol: { selectedindexchanged: 0 },
  dropdownlist: { selected: 1 },
  edittext: { changed: 1, entered: 1 },
  timer: { tick: 0 },
};

/** A control takes a value only of the type that its property has. */
function toChecked(initial: Value, name: string): Member {
  const variable = toVariable(initial);
  return {
    get: variable.get,
    set: (value) => {
      const isNumber = typeof initial === 'number' && isKind(value, 'float');
      const isFree = initial === undefined || isNumber;
      const isSame = typeof value === typeof initial && (typeof value !== 'object' || isKind(value, 'array'));
      const isText = itemsIn(value)?.every((item) => typeof item === 'string') ?? true;
      if ((!isFree && !isSame) || !isText)
        throw new ProgrammingError(`-- A control's ${name} cannot take this value`);
      variable.set?.(value);
    },
  };
}

function createControl(interpreter: Interpreter, node: Control, scope: Scope): MaxObject {
  const label = node.label === null ? '' : interpreter.evaluate(node.label, scope);
  if (node.kind === 'dotnetcontrol') {
    const sizes = node.keys.every(({ name }) => name in every);
    if (!sizes) throw new ProgrammingError('-- A dotNetControl takes only its place and size here');
    return interpreter.net.createControl(describe(label));
  }
  const known = { ...every, ...properties[node.kind] };
  const members: Record<string, Member> = {};
  for (const [name, initial] of Object.entries(known)) {
    members[name] = toChecked(isKind(initial, 'array') ? toArray([]) : initial, name);
  }
  members.caption?.set?.(label);
  if (node.kind === 'label') members.text?.set?.(label);
  for (const { name, value } of node.keys) {
    const member = members[name];
    if (member === undefined) throw new ProgrammingError(`-- A ${node.kind} knows no ${name}:`);
    member.set?.(interpreter.evaluate(value, scope));
  }
  const { items, selection } = members;
  if (items && selection)
    members.selected = {
      get: () => {
        const chosen = selection.get();
        return typeof chosen === 'number' ? itemsIn(items.get())?.[chosen - 1] : undefined;
      },
    };
  return toObject(node.kind, members);
}

function checkHandler(node: Handler, controls: ReadonlyMap<string, Control>) {
  if (node.target === null) return;
  const control = controls.get(node.target.toLowerCase());
  if (control === undefined)
    throw new ProgrammingError(`-- There is no control ${node.target} for this handler`);
  const wanted = events[control.kind]?.[node.event];
  if (wanted === undefined) throw new ProgrammingError(`-- A ${control.kind} has no event ${node.event}`);
  if (wanted !== node.parameters.length)
    throw new ProgrammingError(`-- ${node.event} has ${wanted} arguments`);
}

const isNode = (item: Item): item is Node => item.type !== 'handler' && item.type !== 'control';

/** The value of a rollout; `fire` is what the host calls when a person does something. */
export function defineRollout(interpreter: Interpreter, node: PanelNode, outer: Scope): MaxObject {
  const scope = openScope(outer, 'object');
  const controls = new Map<string, Control>();
  const handlers = new Map<string, Handler>();
  const isOpen = toVariable(false);
  for (const item of node.items) {
    if (item.type === 'control') {
      controls.set(item.name.toLowerCase(), item);
      scope.names.set(item.name.toLowerCase(), {
        get: toVariable(createControl(interpreter, item, scope)).get,
      });
    } else if (item.type === 'handler') {
      checkHandler(item, controls);
      handlers.set(`${item.target?.toLowerCase() ?? ''}.${item.event}`, item);
    } else if (isNode(item)) interpreter.evaluate(item, scope);
  }
  const fire: Value = {
    kind: 'builtin',
    name: 'fire',
    least: 1,
    most: 3,
    keys: [],
    call: ([event, ...values]) => {
      const handler = handlers.get(String(event));
      if (handler === undefined) return ok;
      const { body, parameters, event: name } = handler;
      const call: Value = {
        kind: 'function',
        node: { ...handler, type: 'function', name, parameters, keys: [], body },
        scope,
      };
      return callValue(interpreter, call, { values, keys: new Map() });
    },
  };
  const sizes = node.keys.map(({ name, value }) => [name, interpreter.evaluate(value, scope)] as const);
  const rollout = toObject(node.name, {
    ...Object.fromEntries(sizes),
    title: node.title,
    open: isOpen,
    fire,
  });
  for (const [name, member] of scope.names) rollout.members.set(name, member);
  interpreter.rollouts.set(node.name.toLowerCase(), rollout);
  return rollout;
}

export function defineMacro(interpreter: Interpreter, node: PanelNode): Value {
  const scope = openScope(interpreter.global, 'object');
  const handler = node.items.find((item) => item.type === 'handler' && item.event === 'execute');
  if (handler?.type !== 'handler') throw new ProgrammingError(`-- ${node.name} has no “on execute do”`);
  const keys = new Map(node.keys.map(({ name, value }) => [name, interpreter.evaluate(value, scope)]));
  for (const item of node.items) if (isNode(item)) interpreter.evaluate(item, scope);
  interpreter.macros.set(node.name.toLowerCase(), {
    category: String(keys.get('category') ?? ''),
    execute: () => interpreter.evaluate(handler.body, openScope(scope, 'function')),
  });
  return ok;
}
