import { textOf } from './describe.ts';
import type { Callbacks } from './host-callbacks.ts';
import { ProgrammingError, toBuiltin, toObject, type Value } from './values.ts';

/** What 3ds Max may be in the middle of. */
type Occupation = 'nothing' | 'rendering' | 'dialog' | 'creation';

const mainWindow = 4711;

/** The moment at which a script runs: timers tick on while 3ds Max renders, shows a dialog or draws an object. */
export function createMoment(callbacks: Callbacks) {
  let occupation: Occupation = 'nothing';
  const user32 = toObject('user32', {
    IsWindowEnabled: toBuiltin('IsWindowEnabled', 1, ([window]) => {
      if (window !== mainWindow) throw new ProgrammingError('-- There is no such window');
      return occupation === 'dialog' ? 0 : 1;
    }),
  });
  const ctypes = toObject('ctypes', { windll: toObject('windll', { user32 }) });
  const load = toBuiltin('import', 1, ([name]) => {
    if (textOf(name) !== 'ctypes') throw new ProgrammingError('-- There is no such module of Python');
    return ctypes;
  });
  const isCreating = toBuiltin('isCreatingObject', [0, 1], () => occupation === 'creation');
  const variables: readonly (readonly [string, Value])[] = [
    ['python', toObject('python', { import: load })],
    ['isCreatingObject', isCreating],
  ];
  return {
    variables,
    findMainWindow: toBuiltin('getMAXHWND', 0, () => mainWindow),
    /** What must wait until 3ds Max is free. */
    check: (what: string) => {
      if (occupation !== 'nothing') throw new ProgrammingError(`-- ${what} breaks into ${occupation}`);
    },
    occupy: (next: Occupation) => {
      if (occupation === 'rendering') callbacks.fire('postrender', undefined);
      occupation = next;
      if (occupation === 'rendering') callbacks.fire('prerender', undefined);
    },
  };
}
export type Moment = ReturnType<typeof createMoment>;
