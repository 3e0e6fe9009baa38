import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';

test('has the usual waits where nobody tunes them', () => {
  const { tuning } = readConfig({});

  expect(tuning.sync).toMatchObject({ wait: 5000, retry: 30_000 });
  expect(tuning).toMatchObject({ posters: { timeout: 60_000, retry: 60_000 }, directLimit: null });
});

test('changes the waits that are named', () => {
  const { tuning } = readConfig({ LODESTOCK_TEST_TUNING: '{"sync":{"wait":0}}' });

  expect(tuning.sync).toMatchObject({ wait: 0, retry: 30_000 });
});

test.each([
  ['no JSON', '{wait: 0}', 'Write JSON'],
  ['what is not tuned', '{"search":{}}', 'search'],
  ['a wait below zero', '{"sync":{"wait":-1}}', 'sync.wait'],
])('refuses %s', (_what, text, reason) => {
  expect(() => readConfig({ LODESTOCK_TEST_TUNING: text })).toThrow(reason);
});
