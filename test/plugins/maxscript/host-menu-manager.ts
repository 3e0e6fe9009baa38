import { integerOf, textOf } from './describe.ts';
import type { Callbacks } from './host-callbacks.ts';
import type { ToEntry } from './host-menus.ts';
import { type MaxObject, ProgrammingError, toBuiltin, toObject, type Value } from './values.ts';

const macroTable = 647394;
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function checkGuid(value: Value) {
  if (!guid.test(textOf(value))) throw new ProgrammingError('-- A menu needs a GUID');
}

function toBar(toEntry: ToEntry, add: (entry: string) => void): MaxObject {
  const toMenu = (title: string) =>
    toObject('ICuiMenu', {
      CreateAction: toBuiltin('CreateAction', 3, ([id, table, action]) => {
        checkGuid(id);
        if (integerOf(table) !== macroTable) throw new ProgrammingError('-- Macros are in table 647394');
        const [name = '', category = ''] = textOf(action).split('`');
        add(`${title} > ${toEntry(name, category)}`);
        return true;
      }),
    });
  return toObject('ICuiMenuBar', {
    CreateSubMenu: toBuiltin('CreateSubMenu', 2, ([id, title]) => {
      checkGuid(id);
      return toMenu(textOf(title));
    }),
  });
}

/** The menus of 3ds Max from 2025 on: built again by callbacks whenever a configuration is loaded. */
export function createMenuManager(callbacks: Callbacks, toEntry: ToEntry) {
  const entries: string[] = [];
  let loads = 0;
  const mainMenuBar = toBar(toEntry, (entry) => entries.push(entry));
  const build = () => {
    entries.length = 0;
    callbacks.fire('cuiregistermenus', toObject('ICuiMenuMgr', { mainMenuBar }));
  };
  const manager = toObject('ICuiMenuMgr', {
    GetCurrentConfiguration: toBuiltin('GetCurrentConfiguration', 0, () => 'default.mnx'),
    LoadConfiguration: toBuiltin('LoadConfiguration', 1, () => {
      loads += 1;
      build();
      return true;
    }),
  });
  const maxOps = toObject('maxOps', { GetICuiMenuMgr: toBuiltin('GetICuiMenuMgr', 0, () => manager) });
  const variables: readonly (readonly [string, Value])[] = [['maxOps', maxOps]];
  return { listEntries: () => [...entries], variables, build, countLoads: () => loads };
}
