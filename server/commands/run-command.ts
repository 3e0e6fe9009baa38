import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ZodError } from 'zod';
import { requireHere } from '../accounts/data/moved-accounts.ts';
import { openDataFolder } from '../base/data-folder/open-data-folder.ts';
import { openDataDatabase } from '../base/db/open-data-database.ts';
import type { Db } from '../base/db/open-database.ts';
import { createSqliteStore } from '../base/store/sqlite-store.ts';
import { toPrintable } from '../base/text.ts';
import { prepareConfig } from '../prepare-config.ts';
import { commands } from './commands.ts';
import type { Command, CommandTools } from './define-command.ts';
import { explain, readArguments, usageOf } from './read-arguments.ts';

/** Reads one line of stdin. On a terminal it prompts and does not echo. */
async function readSecret(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  try {
    if (isTerminal) {
      process.stderr.write(`${question}: `);
      const answer = await lines.question('');
      process.stderr.write('\n');
      return answer;
    }
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}

const helpWords = ['help', '--help', '-h'];

function findCommand(args: readonly string[]): { command: Command; rest: readonly string[] } | null {
  const wordsOf = (command: Command) => command.name.split(' ');
  const matching = commands
    .filter((command) => wordsOf(command).every((word, index) => args[index] === word))
    .sort((a, b) => wordsOf(b).length - wordsOf(a).length);
  const command = matching[0];
  return command ? { command, rest: args.slice(wordsOf(command).length) } : null;
}

function renderHelp(): string {
  const lines = commands.map((command) => `  ${usageOf(command)}\n      ${command.summary}`);
  return [
    'node server/main.ts                 Start the server',
    'node server/main.ts COMMAND         Run a command, even while the server runs; --json prints JSON',
    '',
    ...lines,
  ].join('\n');
}

/** Runs one command of the command line, prints its answer and returns the exit code. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  if (helpWords.includes(args[0] ?? '')) {
    console.log(renderHelp());
    return 0;
  }
  const found = findCommand(args);
  if (!found) {
    const typed = args.slice(0, 2).join(' ');
    console.error(`There is no command "${typed}". Run "node server/main.ts help" for the list.`);
    return 1;
  }
  const { failureCode } = found.command;
  return prepareAndRun(found, environment).catch((error: unknown) => {
    if (failureCode === undefined) throw error;
    console.error(error instanceof Error ? error.message : error);
    return failureCode;
  });
}

async function prepareAndRun(
  found: Found,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const config = prepareConfig(environment);
  const opened: Db[] = [];
  const closing: (() => Promise<void>)[] = [];
  const tools: CommandTools = {
    config,
    clock: Date.now,
    environment,
    openDb: () => {
      const { dataDir } = config;
      const db = openDataFolder(dataDir, () => openDataDatabase(dataDir));
      opened.push(db);
      return db;
    },
    async openAccounts({ patience } = {}) {
      const { sharedAccounts, dataDir } = config;
      if (sharedAccounts === null) {
        const store = createSqliteStore(tools.openDb());
        await requireHere(store, dataDir);
        return store;
      }
      const { openCommandLink } = await import('../shared-accounts/postgres/open-command-link.ts');
      const { store, close } = await openCommandLink(sharedAccounts.url, patience);
      closing.push(close);
      await requireHere(store, 'this PostgreSQL database');
      return store;
    },
    readSecret,
    note: (line) => console.error(line),
  };
  try {
    return await run(found, tools);
  } finally {
    for (const close of closing) await close();
    for (const db of opened) db.close();
  }
}

type Found = { readonly command: Command; readonly rest: readonly string[] };

async function run({ command, rest }: Found, tools: CommandTools): Promise<number> {
  try {
    const { given, wantsJson } = readArguments(command, rest);
    const { text, json, exitCode = 0 } = await command.run(given, tools);
    console.log(toPrintable(wantsJson ? JSON.stringify(json, null, 2) : text));
    return exitCode;
  } catch (error) {
    const known = error instanceof ZodError ? explain(command, error) : error;
    console.error(toPrintable(known instanceof Error ? known.message : String(known)));
    return command.failureCode ?? 1;
  }
}
