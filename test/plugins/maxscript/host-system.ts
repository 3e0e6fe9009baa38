import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, nameOf, textOf } from './describe.ts';
import type { DotNet } from './dot-net.ts';
import type { Forms } from './host-forms.ts';
import type { Moment } from './host-moment.ts';
import type { Interpreter } from './interpreter.ts';
import {
  isKind,
  MaxError,
  type MaxObject,
  ok,
  ProgrammingError,
  toBuiltin,
  toFloat,
  toName,
  toObject,
  toVariable,
  type Value,
} from './values.ts';

type Clock = { readonly enabled: { get: () => Value }; handler: Value };

/** Runs what a person or a clock set off; what the script did not catch is a fault, as 3ds Max shows an error box. */
export function guard(interpreter: Interpreter, action: () => unknown) {
  try {
    action();
  } catch (error) {
    if (!(error instanceof MaxError)) throw error;
    interpreter.note(error);
    if (!(error instanceof ProgrammingError)) interpreter.faults.push(`nobody caught: ${error.message}`);
  }
}

const toPicture = (source: string, gamma: Value = toName('auto')): MaxObject =>
  toObject('BitMap', { shows: toVariable(source), gamma });

function createPictures(dotNet: DotNet) {
  return [
    toBuiltin(
      'openBitMap',
      1,
      ([file], keys) => {
        const size = dotNet.measurePicture(textOf(file));
        return size && toPicture(`${path.basename(textOf(file))}, ${textOf(size)}`, keys.get('gamma'));
      },
      ['gamma'],
    ),
  ];
}

/** Timers of Windows Forms live here, as they need a message loop; every other type is a real one. */
function createClocks(dotNet: DotNet, forms: Forms) {
  const clocks = new Map<MaxObject, Clock>();
  const createClock = (): MaxObject => {
    const enabled = toVariable(false);
    const turn = (isOn: boolean) =>
      toBuiltin(isOn ? 'Start' : 'Stop', 0, () => {
        enabled.set?.(isOn);
        return ok;
      });
    const clock: MaxObject = toObject('System.Windows.Forms.Timer', {
      Interval: toVariable(100),
      Enabled: enabled,
      Start: turn(true),
      Stop: turn(false),
      Dispose: toBuiltin('Dispose', 0, () => clocks.delete(clock)),
    });
    clocks.set(clock, { enabled, handler: undefined });
    return clock;
  };
  const clockOf = (value: Value): Clock => {
    const clock = isKind(value, 'object') ? clocks.get(value) : undefined;
    if (clock === undefined) throw new ProgrammingError('-- Only a timer has events here');
    return clock;
  };
  const functions: readonly (readonly [string, Value])[] = [
    [
      'dotNetClass',
      toBuiltin('dotNetClass', 1, ([name]) => forms.findType(textOf(name)) ?? dotNet.findType(textOf(name))),
    ],
    [
      'dotNetObject',
      toBuiltin('dotNetObject', [1, 9], ([name, ...values]) =>
        name === 'System.Windows.Forms.Timer'
          ? createClock()
          : (forms.create(textOf(name)) ?? dotNet.create(textOf(name), values)),
      ),
    ],
    [
      'dotNet',
      toObject('dotNet', {
        combineEnums: toBuiltin('combineEnums', [2, 9], (values) => dotNet.combineEnums(values)),
        loadAssembly: toBuiltin('loadAssembly', 1, ([name]) => dotNet.load(textOf(name))),
        addEventHandler: toBuiltin('addEventHandler', 3, ([target, event, handler]) => {
          if (textOf(event) !== 'Tick')
            throw new ProgrammingError(`-- A timer has no event ${describe(event)}`);
          clockOf(target).handler = handler;
          return ok;
        }),
        removeAllEventHandlers: toBuiltin('removeAllEventHandlers', 1, ([target]) => {
          clockOf(target).handler = undefined;
          return ok;
        }),
      }),
    ],
  ];
  const running = () =>
    [...clocks.values()].filter(({ enabled, handler }) => enabled.get() === true && handler);
  return { functions, running };
}

type Options = {
  readonly root: string;
  readonly year: number;
  readonly dotNet: DotNet;
  readonly forms: Forms;
  readonly moment: Moment;
};

/** What a screen of 1080 lines leaves for a dialog at 150 %, without its title and the task bar. */
const highestDialog = 640;

const toColour = (share: number) =>
  toObject('Point3', { x: toFloat(share), y: toFloat(share), z: toFloat(share) });
/** Colours of the user interface, by name. */
const colours: Readonly<Record<string, MaxObject>> = { window: toColour(0.22), text: toColour(0.9) };

const clockFunctions = [
  toBuiltin('timeStamp', 0, () => Date.now() % 86_400_000),
  toBuiltin('sleep', 1, ([seconds]) => {
    if (isKind(seconds, 'float') && seconds.value > 0.05)
      throw new ProgrammingError('-- sleep stops 3ds Max for longer than a person notices');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    return ok;
  }),
];

/** Windows, folders, the shell and clocks of the simulated 3ds Max. */
export function createSystem(interpreter: Interpreter, { root, year, dotNet, forms, moment }: Options) {
  const launched: string[] = [];
  const messages: string[] = [];
  let isDeclining = false;
  const open = new Set<MaxObject>();
  const onPump: { readonly file: string; readonly action: () => void }[] = [];
  const clocks = createClocks(dotNet, forms);
  let sourceFile = '';

  const fire = (rollout: MaxObject, event: string, values: readonly Value[] = []) =>
    guard(interpreter, () => interpreter.call(rollout.members.get('fire')?.get(), [event, ...values]));
  const rolloutOf = (value: Value): MaxObject => {
    if (!isKind(value, 'object') || !value.members.has('fire'))
      throw new ProgrammingError('-- Needs a rollout');
    return value;
  };
  const setOpen = (rollout: MaxObject, isOpen: boolean) => {
    const height = Number(rollout.members.get('height')?.get() ?? 0);
    if (isOpen && height > highestDialog)
      throw new ProgrammingError(`-- A dialog of ${height} lines does not fit a screen of 1080 at 150 %`);
    if (open.has(rollout) === isOpen) return false;
    if (isOpen) open.add(rollout);
    else open.delete(rollout);
    if (isOpen) rollout.members.get('open')?.set?.(true);
    fire(rollout, isOpen ? '.open' : '.close');
    if (!isOpen) rollout.members.get('open')?.set?.(false);
    return true;
  };
  const pump = () => {
    const due = onPump.filter(({ file }) => file === '' || existsSync(file));
    for (const waiting of due) onPump.splice(onPump.indexOf(waiting), 1);
    for (const { action } of due) action();
    return ok;
  };
  const functions = [
    ...createPictures(dotNet),
    ...clockFunctions,
    toBuiltin('getSourceFileName', 0, () => (sourceFile === '' ? undefined : sourceFile)),
    toBuiltin('getCurrentException', 0, () => interpreter.lastException),
    toBuiltin('maxVersion', 0, () => ({ kind: 'array', items: [(year - 1998) * 1000, 0, 0] })),
    toBuiltin('shellLaunch', 2, ([file]) => launched.push(textOf(file)) > 0),
    toBuiltin('messageBox', 1, ([text]) => messages.push(textOf(text)) > 0, ['title']),
    toBuiltin('queryBox', 1, ([text]) => messages.push(textOf(text)) > 0 && !isDeclining, ['title']),
    toBuiltin('redrawViews', 0, () => ok),
    toBuiltin('displayTempPrompt', 2, ([text]) => messages.push(textOf(text)) > 0),
    toBuiltin('createDialog', 1, ([rollout]) => setOpen(rolloutOf(rollout), true)),
    toBuiltin('destroyDialog', 1, ([rollout]) => setOpen(rolloutOf(rollout), false)),
  ];
  const getEnvironment = toBuiltin('getEnvVariable', 1, ([name]) =>
    textOf(name) === 'APPDATA' ? path.join(root, 'appdata') : undefined,
  );
  const variables: readonly (readonly [string, Value])[] = [
    ...functions.map((one): [string, Value] => [one.name, one]),
    ...clocks.functions,
    [
      'windows',
      toObject('windows', {
        processPostedMessages: toBuiltin('processPostedMessages', 0, pump),
        getMAXHWND: moment.findMainWindow,
      }),
    ],
    [
      'colorMan',
      toObject('colorMan', { getColor: toBuiltin('getColor', 1, ([name]) => colours[nameOf(name)]) }),
    ],
    ['systemTools', toObject('systemTools', { getEnvVariable: getEnvironment })],
    ['maxFileName', 'kitchen.max'],
    ['maxFilePath', 'D:\\work\\film\\010\\'],
  ];
  return {
    launched,
    messages,
    open,
    variables,
    decline: () => {
      isDeclining = true;
    },
    fire,
    close: () => {
      for (const rollout of [...open]) setOpen(rollout, false);
    },
    whenPumped: (file: string, action: () => void) => onPump.push({ file, action }),
    tick: () => {
      for (const { handler } of clocks.running()) guard(interpreter, () => interpreter.call(handler, []));
    },
    countClocks: () => clocks.running().length,
    runFile: (file: string) => {
      sourceFile = file;
      guard(interpreter, () => interpreter.run(readFileSync(file, 'utf8')));
      sourceFile = '';
    },
    listStartup: () => {
      const folder = path.join(root, 'userStartupScripts'.toLowerCase());
      return readdirSync(folder)
        .filter((name) => name.endsWith('.ms'))
        .map((name) => path.join(folder, name));
    },
  };
}
