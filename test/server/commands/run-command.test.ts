import { beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../helpers/command-here.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { runServerCommand } from '../../helpers/server-command.ts';

let dataDir = '';
beforeAll(() => {
  dataDir = makeFolder();
});

const run = (...args: string[]) => runCommandHere(args, { dataDir });

test('lists every command with its arguments', async () => {
  const { code, stdout } = await runServerCommand(['help'], { dataDir });

  expect(code).toBe(0);
  expect(stdout).toContain('accounts list [--search SEARCH]');
});

test('answers for people and for programs', async () => {
  const forPeople = await run('accounts', 'list');
  const forPrograms = await run('accounts', 'list', '--json');

  expect(forPeople).toEqual({
    code: 0,
    stdout: 'E-MAIL  NAME  ROLE  STATE  USD  SINCE\n0 of 0\n',
    stderr: '',
  });
  expect(JSON.parse(forPrograms.stdout)).toEqual({ total: 0, accounts: [] });
});

test('names the help for an unknown command', async () => {
  const { code, stderr } = await run('acounts', 'list');

  expect(code).toBe(1);
  expect(stderr).toBe('There is no command "acounts list". Run "node server/main.ts help" for the list.\n');
});

test.each([
  [
    ['--limit', 'many'],
    /^accounts list: --limit: it must be a number\. Use: node server\/main\.ts accounts list/,
  ],
  [['--colour'], /^accounts list: Unknown option '--colour'\. Use: /],
  [['everyone'], /^accounts list: unexpected argument "everyone"\. Use: /],
])('says in one line what is wrong with %j', async (args, sentence) => {
  const { code, stdout, stderr } = await run('accounts', 'list', ...args);

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
