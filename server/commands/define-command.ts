import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import type { Config } from '../config.ts';
import { describeIssue } from '../contract/describe-issue.ts';

export type CommandTools = {
  readonly config: Config;
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The server's own database, next to a running server too; closed when the command is over. */
  readonly openDb: () => Db;
  /** Where the accounts of this server are kept; closed when the command is over. */
  readonly openAccounts: (options?: { readonly patience?: number }) => Promise<AccountStore>;
  /** A secret as one line of stdin, asked for without an echo where a person types; never an argument. */
  readonly readSecret: (question: string) => Promise<string>;
  /** Progress for people, on stderr. */
  readonly note: (line: string) => void;
};

export type CommandAnswer = {
  /** For people. */
  readonly text: string;
  /** The same for programs, printed with --json. */
  readonly json: unknown;
  /** The exit code of its result, for scripts; 0 if absent. */
  readonly exitCode?: number;
};

export type Command = {
  /** As it is typed: `accounts list`. */
  readonly name: string;
  readonly summary: string;
  /** Fields of `input` that are given by their place; the others are options: `maxCount` is `--max-count`. */
  readonly positionals: readonly string[];
  readonly input: z.ZodObject;
  /** The exit code where it could not run; 1 if absent. */
  readonly failureCode?: number;
  readonly run: (given: unknown, tools: CommandTools) => Promise<CommandAnswer>;
};

type Definition<S extends z.ZodObject> = Omit<Command, 'input' | 'run' | 'positionals'> & {
  readonly positionals?: readonly (keyof S['shape'] & string)[];
  readonly input: S;
  readonly run: (input: z.output<S>, tools: CommandTools) => CommandAnswer | Promise<CommandAnswer>;
};

/** One command of `node server/main.ts`; its schema checks and describes what it takes. */
export function defineCommand<S extends z.ZodObject>(command: Definition<S>): Command {
  return {
    positionals: [],
    ...command,
    run: async (given, tools) => command.run(command.input.parse(given, { error: describeIssue }), tools),
  };
}
