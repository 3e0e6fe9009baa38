import { nameOf, textOf } from './describe.ts';
import type { Interpreter } from './interpreter.ts';
import { ProgrammingError, toBuiltin, toObject, type Value } from './values.ts';

const everyYear = ['prerender', 'postrender'];

/** Scripts that 3ds Max of a year runs at events; the menu's event came with 2025. */
export function createCallbacks(interpreter: Interpreter, year: number) {
  const events = year < 2025 ? everyYear : [...everyYear, 'cuiregistermenus'];
  const scripts: { readonly event: string; readonly id: string; readonly text: string }[] = [];
  let parameter: Value;
  const variable = toObject('callbacks', {
    addScript: toBuiltin(
      'addScript',
      2,
      ([name, text], keys) => {
        const event = nameOf(name);
        if (!events.includes(event)) throw new ProgrammingError(`-- An unknown callback: ${event}`);
        scripts.push({ event, id: nameOf(keys.get('id')), text: textOf(text) });
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
    notificationParam: toBuiltin('notificationParam', 0, () => parameter),
  });
  return {
    variables: [['callbacks', variable]] as readonly (readonly [string, Value])[],
    fire: (event: string, given: Value) => {
      parameter = given;
      for (const script of scripts) if (script.event === event) interpreter.run(script.text);
      parameter = undefined;
    },
  };
}
export type Callbacks = ReturnType<typeof createCallbacks>;
