import type { z } from 'zod';
import type { Core } from '../base/core.ts';
import type { Db } from '../base/db/open-database.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import { describeIssue } from '../contract/describe-issue.ts';

export type CommandTools = Pick<Core, 'config' | 'clock'> & {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Opens the database, also beside a running server; closed when the command ends. */
  readonly openDb: () => Db;
  /** Opens the accounts, wherever they are stored; closed when the command ends. */
  readonly openAccounts: (options?: { readonly patience?: number }) => Promise<AccountStore>;
  /** Reads a secret as one line of stdin, without echo on a terminal; never from an argument. */
  readonly readSecret: (question: string) => Promise<string>;
  readonly note: (line: string) => void;
};

export type CommandAnswer = {
  readonly text: string;
  /** For scripts, printed with --json. */
  readonly json: unknown;
  /** Exit code of this result; 0 if absent. */
  readonly exitCode?: number;
};

export type Command = {
  /** As typed: `accounts list`. */
  readonly name: string;
  readonly summary: string;
  /** Fields of `input` given by position; all others are options: `maxCount` is `--max-count`. */
  readonly positionals: readonly string[];
  readonly input: z.ZodObject;
  /** Exit code if it cannot run; 1 if absent. */
  readonly failureCode?: number;
  readonly run: (given: unknown, tools: CommandTools) => Promise<CommandAnswer>;
};

type Definition<S extends z.ZodObject> = Omit<Command, 'input' | 'run' | 'positionals'> & {
  readonly positionals?: readonly (keyof S['shape'] & string)[];
  readonly input: S;
  readonly run: (input: z.output<S>, tools: CommandTools) => CommandAnswer | Promise<CommandAnswer>;
};

/** Defines a command of `node server/main.ts`; its schema validates and documents the arguments. */
export function defineCommand<S extends z.ZodObject>(command: Definition<S>): Command {
  return {
    positionals: [],
    ...command,
    run: async (given, tools) => command.run(command.input.parse(given, { error: describeIssue }), tools),
  };
}
