import { strict } from '../strict.ts';

/** Electron's `app.commandLine`; what is added before 'ready' reaches Chromium. */
export function createCommandLine(
  switches: Map<string, string>,
  record: (what: string, detail: unknown) => void,
) {
  return strict('app.commandLine', {
    appendSwitch: (name: string, value = ''): void => {
      switches.set(name, value);
    },
    appendArgument: (value: string): void => record('app.commandLine.appendArgument', value),
    removeSwitch: (name: string): void => {
      switches.delete(name);
    },
    hasSwitch: (name: string): boolean => switches.has(name),
    getSwitchValue: (name: string): string => switches.get(name) ?? '',
  });
}
