import { describe } from './describe.ts';
import { createTextFunctions } from './host-text.ts';
import { createInterpreter } from './interpreter.ts';
import { MaxError, type Value } from './values.ts';

const noNet = (): never => {
  throw new Error('this script was not to call .NET');
};

/** Runs a piece of MAXScript without a host: its value as text, its error, and the faults that were noted. */
export function runScript(source: string, variables: Readonly<Record<string, Value>> = {}) {
  const interpreter = createInterpreter({ get: noNet, set: noNet, call: noNet, createControl: noNet });
  const functions = [...createTextFunctions(() => undefined), ...Object.entries(variables)];
  for (const [name, value] of functions)
    interpreter.global.names.set(name.toLowerCase(), { get: () => value });
  interpreter.global.names.set('getcurrentexception', {
    get: () => ({
      kind: 'builtin',
      name: 'get',
      least: 0,
      most: 0,
      keys: [],
      call: () => interpreter.lastException,
    }),
  });
  try {
    return { value: describe(interpreter.run(source)), error: '', faults: interpreter.faults, interpreter };
  } catch (error) {
    if (!(error instanceof MaxError)) throw error;
    return { value: '', error: error.message, faults: interpreter.faults, interpreter };
  }
}
