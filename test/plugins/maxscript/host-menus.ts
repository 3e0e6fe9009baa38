import { integerOf, nameOf, textOf } from './describe.ts';
import type { Interpreter } from './interpreter.ts';
import { isKind, ProgrammingError, toArray, toBuiltin, toObject, type Value } from './values.ts';

const macroTable = 647394;
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The menu bar: menuMan up to 2024, the menu manager and its callback from 2025 on. */
export function createMenus(interpreter: Interpreter, year: number) {
  let entries: string[] = [];
  const scripts = new Map<string, string>();
  let current: Value;
  const macroEntry = (name: string, category: string): string => {
    if (interpreter.macros.get(name.toLowerCase())?.category !== category)
      throw new ProgrammingError(`-- There is no macro ${name} in ${category}`);
    return `${category}: ${name}`;
  };
  const menus = new Map<string, { readonly object: Value; readonly items: string[] }>();
  const toOldMenu = (name: string, items: string[]) =>
    toObject('menu', {
      numItems: toBuiltin('numItems', 0, () => items.length),
      addItem: toBuiltin('addItem', 2, ([item, at]) => {
        integerOf(at);
        if (isKind(item, 'array')) items.push(...item.items.map(textOf));
        else throw new ProgrammingError(`-- ${name} takes menu items only`);
        return true;
      }),
    });
  const bar = toOldMenu('the menu bar', entries);
  const menuMan = toObject('menuMan', {
    getMainMenuBar: toBuiltin('getMainMenuBar', 0, () => bar),
    findMenu: toBuiltin('findMenu', 1, ([name]) => menus.get(textOf(name))?.object),
    createMenu: toBuiltin('createMenu', 1, ([name]) => {
      const items: string[] = [];
      const object = toOldMenu(textOf(name), items);
      menus.set(textOf(name), { object, items });
      return object;
    }),
    createActionItem: toBuiltin('createActionItem', 2, ([name, category]) =>
      toArray([macroEntry(textOf(name), textOf(category))]),
    ),
    createSubMenuItem: toBuiltin('createSubMenuItem', 2, ([name, menu]) => {
      const found = [...menus.values()].find(({ object }) => object === menu);
      if (found === undefined) throw new ProgrammingError('-- A submenu item needs a menu');
      return toArray(found.items.map((item) => `${textOf(name)} > ${item}`));
    }),
    updateMenuBar: toBuiltin('updateMenuBar', 0, () => true),
  });

  const checkGuid = (value: Value) => {
    if (!guid.test(textOf(value))) throw new ProgrammingError('-- A menu needs a GUID');
  };
  const toNewMenu = (title: string) =>
    toObject('ICuiMenu', {
      CreateAction: toBuiltin('CreateAction', 3, ([id, table, action]) => {
        checkGuid(id);
        if (integerOf(table) !== macroTable) throw new ProgrammingError('-- Macros are in table 647394');
        const [name = '', category = ''] = textOf(action).split('`');
        entries.push(`${title} > ${macroEntry(name, category)}`);
        return true;
      }),
    });
  const mainMenuBar = toObject('ICuiMenuBar', {
    CreateSubMenu: toBuiltin('CreateSubMenu', 2, ([id, title]) => {
      checkGuid(id);
      return toNewMenu(textOf(title));
    }),
  });
  const build = () => {
    entries = [];
    current = toObject('ICuiMenuMgr', { mainMenuBar });
    for (const script of scripts.values()) interpreter.run(script);
    current = undefined;
  };
  const manager = toObject('ICuiMenuMgr', {
    GetCurrentConfiguration: toBuiltin('GetCurrentConfiguration', 0, () => 'default.mnx'),
    LoadConfiguration: toBuiltin('LoadConfiguration', 1, () => {
      build();
      return true;
    }),
  });
  const callbacks = toObject('callbacks', {
    addScript: toBuiltin(
      'addScript',
      2,
      ([event, script], keys) => {
        if (nameOf(event) !== 'cuiregistermenus') throw new ProgrammingError('-- An unknown callback');
        scripts.set(`${nameOf(keys.get('id'))} ${scripts.size}`, textOf(script));
        return true;
      },
      ['id'],
    ),
    removeScripts: toBuiltin(
      'removeScripts',
      0,
      (_, keys) => {
        for (const id of scripts.keys()) if (id.startsWith(`${nameOf(keys.get('id'))} `)) scripts.delete(id);
        return true;
      },
      ['id'],
    ),
    notificationParam: toBuiltin('notificationParam', 0, () => current),
  });
  const maxOps = toObject('maxOps', { GetICuiMenuMgr: toBuiltin('GetICuiMenuMgr', 0, () => manager) });
  const variables: readonly (readonly [string, Value])[] =
    year < 2025
      ? [['menuMan', menuMan]]
      : [
          ['callbacks', callbacks],
          ['maxOps', maxOps],
        ];
  return { listEntries: () => [...entries], variables };
}
