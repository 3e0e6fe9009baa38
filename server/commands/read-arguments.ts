import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Command } from './define-command.ts';

const toFlag = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isSwitch = (field: z.ZodType) =>
  z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }).type === 'boolean';
const isRequired = (field: z.ZodType) => !z.object({ field }).safeParse({}).success;

const optionsOf = ({ input, positionals }: Command) =>
  Object.entries(input.shape).filter(([name]) => !positionals.includes(name));

export function usageOf(command: Command): string {
  const places = command.positionals.map((name) => {
    const field = command.input.shape[name];
    return field && isRequired(field) ? name.toUpperCase() : `[${name.toUpperCase()}]`;
  });
  const options = optionsOf(command).map(([name, field]) => {
    const text = isSwitch(field) ? `--${toFlag(name)}` : `--${toFlag(name)} ${name.toUpperCase()}`;
    return isRequired(field) ? text : `[${text}]`;
  });
  return [command.name, ...places, ...options].join(' ');
}

/** Parses the arguments after a command's name. Throws one sentence about an unknown argument. */
export function readArguments(command: Command, rest: readonly string[]) {
  const fields = optionsOf(command);
  const options = Object.fromEntries(
    fields.map(([name, field]) => [toFlag(name), { type: isSwitch(field) ? 'boolean' : 'string' } as const]),
  );
  const { values, positionals } = parse(command, {
    args: [...rest],
    options: { ...options, json: { type: 'boolean' } },
  });
  const extra = positionals[command.positionals.length];
  if (extra !== undefined) throw wrong(command, `unexpected argument "${extra}"`);
  const byPlace = command.positionals.flatMap((name, index) =>
    positionals[index] === undefined ? [] : [[name, positionals[index]]],
  );
  const byName = fields.flatMap(([name]) =>
    values[toFlag(name)] === undefined ? [] : [[name, values[toFlag(name)]]],
  );
  return { given: Object.fromEntries([...byPlace, ...byName]), wantsJson: values.json === true };
}

type Parsing = {
  readonly args: string[];
  readonly options: Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>;
};

function parse(command: Command, parsing: Parsing) {
  try {
    return parseArgs({ ...parsing, allowPositionals: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw wrong(command, reason ?? 'it cannot be read');
  }
}

/** One sentence about a wrong argument, with the command's usage. */
const wrong = (command: Command, reason: string) =>
  new Error(`${command.name}: ${reason}. Use: node server/main.ts ${usageOf(command)}`);

/** The first fault that the schema found, with the argument's name as typed. */
export function explain(command: Command, error: z.ZodError): Error {
  const issue = error.issues[0];
  const name = String(issue?.path[0] ?? '');
  const label = command.positionals.includes(name) ? name.toUpperCase() : `--${toFlag(name)}`;
  return wrong(command, `${label}: ${issue?.message ?? 'it is not valid'}`);
}
