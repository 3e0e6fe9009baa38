import { expect, test } from 'vitest';
import { parseArguments } from './parse-arguments.ts';

test('reads what Playwright starts an app with', () => {
  const args = [
    '-r',
    '/loader.js',
    '--inspect=0',
    '--no-sandbox',
    '/app',
    '--user-data-dir=/data=x',
    'app://open',
  ];

  const parsed = parseArguments(args);

  expect(parsed.app).toBe('/app');
  expect(parsed.requiredModules).toEqual(['/loader.js']);
  expect(Object.fromEntries(parsed.switches)).toEqual({
    inspect: '0',
    'no-sandbox': '',
    'user-data-dir': '/data=x',
  });
});

test('knows no app when none is named', () => {
  const parsed = parseArguments(['--version']);

  expect(parsed.app).toBeUndefined();
});
