import { integerOf, textOf } from './describe.ts';
import type { ToEntry } from './host-menus.ts';
import {
  isKind,
  type MaxObject,
  ProgrammingError,
  toArray,
  toBuiltin,
  toObject,
  type Value,
} from './values.ts';

/** A menu or the bar; an item is the list of entries that it stands for. */
function toMenu(items: string[]): MaxObject {
  return toObject('menu', {
    numItems: toBuiltin('numItems', 0, () => items.length),
    addItem: toBuiltin('addItem', 2, ([item, at]) => {
      integerOf(at);
      if (!isKind(item, 'array')) throw new ProgrammingError('-- A menu takes menu items only');
      items.push(...item.items.map(textOf));
      return true;
    }),
  });
}

/** The menus of 3ds Max up to 2024. */
export function createMenuMan(toEntry: ToEntry) {
  const entries: string[] = [];
  const menus = new Map<string, { readonly object: MaxObject; readonly items: string[] }>();
  const bar = toMenu(entries);
  const menuMan = toObject('menuMan', {
    getMainMenuBar: toBuiltin('getMainMenuBar', 0, () => bar),
    findMenu: toBuiltin('findMenu', 1, ([name]) => menus.get(textOf(name))?.object),
    createMenu: toBuiltin('createMenu', 1, ([name]) => {
      const items: string[] = [];
      const object = toMenu(items);
      menus.set(textOf(name), { object, items });
      return object;
    }),
    createActionItem: toBuiltin('createActionItem', 2, ([name, category]) =>
      toArray([toEntry(textOf(name), textOf(category))]),
    ),
    createSubMenuItem: toBuiltin('createSubMenuItem', 2, ([name, menu]) => {
      const found = [...menus.values()].find(({ object }) => object === menu);
      if (found === undefined) throw new ProgrammingError('-- A submenu item needs a menu');
      return toArray(found.items.map((item) => `${textOf(name)} > ${item}`));
    }),
    updateMenuBar: toBuiltin('updateMenuBar', 0, () => true),
  });
  const variables: readonly (readonly [string, Value])[] = [['menuMan', menuMan]];
  return { listEntries: () => [...entries], variables, build: () => {}, countLoads: () => 0 };
}
