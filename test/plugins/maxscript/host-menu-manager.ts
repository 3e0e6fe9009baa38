import { integerOf, nameOf, textOf } from './describe.ts';
import type { ToEntry } from './host-menus.ts';
import type { Interpreter } from './interpreter.ts';
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

function toCallbacks(scripts: { id: string; text: string }[], parameter: () => Value): MaxObject {
  return toObject('callbacks', {
    addScript: toBuiltin(
      'addScript',
      2,
      ([event, text], keys) => {
        if (nameOf(event) !== 'cuiregistermenus') throw new ProgrammingError('-- An unknown callback');
        scripts.push({ id: nameOf(keys.get('id')), text: textOf(text) });
        return true;
      },
      ['id'],
    ),
    removeScripts: toBuiltin(
      'removeScripts',
      0,
      (_, keys) => {
        const kept = scripts.filter(({ id }) => id !== nameOf(keys.get('id')));
        scripts.splice(0, scripts.length, ...kept);
        return true;
      },
      ['id'],
    ),
    notificationParam: toBuiltin('notificationParam', 0, parameter),
  });
}

/** The menus of 3ds Max from 2025 on: built anew by callbacks whenever a configuration is loaded. */
export function createMenuManager(interpreter: Interpreter, toEntry: ToEntry) {
  const entries: string[] = [];
  const scripts: { id: string; text: string }[] = [];
  let parameter: Value;
  const mainMenuBar = toBar(toEntry, (entry) => entries.push(entry));
  const manager = toObject('ICuiMenuMgr', {
    GetCurrentConfiguration: toBuiltin('GetCurrentConfiguration', 0, () => 'default.mnx'),
    LoadConfiguration: toBuiltin('LoadConfiguration', 1, () => {
      entries.length = 0;
      parameter = toObject('ICuiMenuMgr', { mainMenuBar });
      for (const { text } of scripts) interpreter.run(text);
      parameter = undefined;
      return true;
    }),
  });
  const maxOps = toObject('maxOps', { GetICuiMenuMgr: toBuiltin('GetICuiMenuMgr', 0, () => manager) });
  const variables: readonly (readonly [string, Value])[] = [
    ['callbacks', toCallbacks(scripts, () => parameter)],
    ['maxOps', maxOps],
  ];
  return { listEntries: () => [...entries], variables };
}
