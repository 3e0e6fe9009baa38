import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isGrave } from '../../server/contract/readable-log.ts';
import { createTerminalLog } from '../../server/terminal-log.ts';

const set =
  '{"level":30,"time":"2026-11-25T04:24:41.416Z","pid":7,"event":"set-up","setupCode":"2X","msg":"None."}';

test('writes the log as lines for a person', async () => {
  const terminal = new PassThrough();
  const log = createTerminalLog(terminal);

  log.write(`${set}\n`);
  log.write('{"level":40,"time":1764044681000,"msg":"Slow."}\nno JSON\n', () => terminal.end());

  expect(await text(terminal)).toBe(
    '2026-11-25 04:24:41  INFO  set-up  None.  setupCode=2X\n2025-11-25 04:24:41  WARN  Slow.\nno JSON\n',
  );
});

test.each([
  [set, false],
  ['{"level":40}', true],
  ['Error: out of memory', true],
])('knows whether %s says that something is wrong', (line, isWrong) => {
  expect(isGrave(line)).toBe(isWrong);
});
