import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAgentCall } from '../../../src-main/agents/agent-call.ts';

test.each([
  [['lodestock'], null],
  [['lodestock', 'lodestock://model/--mcp'], null],
  [['lodestock', '--mcpx'], null],
  [['lodestock', '--mcp'], { task: 'serve', pipe: null }],
  [['lodestock', '.', '--mcp-login'], { task: 'login', pipe: null }],
  [['lodestock', '--mcp-logout', '--mcp-pipe='], { task: 'logout', pipe: null }],
  [
    ['lodestock', '--mcp', '--mcp-pipe=\\\\.\\pipe\\lodestock-mcp-1'],
    { task: 'serve', pipe: '\\\\.\\pipe\\lodestock-mcp-1' },
  ],
])('takes %j for what it is', (args, call) => {
  expect(readAgentCall(args)).toEqual(call);
});

test.skipIf(process.platform === 'win32').each([
  [[], 'serve'],
  [['--mcp-login'], 'login'],
])('is what the launcher asks for with %j', (args, task) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-launcher-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync('src-main/agents/launchers/lodestock-mcp', path.join(folder, 'lodestock-mcp'));
  writeFileSync(path.join(folder, 'lodestock'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  symlinkSync(path.join(folder, 'lodestock-mcp'), path.join(folder, 'on-path'));

  const given = execFileSync(path.join(folder, 'on-path'), args, { encoding: 'utf8' }).trim().split('\n');

  expect(given).toContain('--ozone-platform=headless');
  expect(readAgentCall(['lodestock', ...given])).toEqual({ task, pipe: null });
});
