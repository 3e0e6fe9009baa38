import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { builtPages } from '../helpers/built.ts';

/** React's production build has an address in place of each message. */
const ofProduction = 'https://react.dev/errors/';

test('pages are built as people get them, also where tests ask for the build', () => {
  const scripts = readdirSync(builtPages, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(builtPages, file), 'utf8'));

  expect(scripts.some((script) => script.includes(ofProduction))).toBe(true);
  expect(scripts.some((script) => script.includes('Each child in a list should have a unique'))).toBe(false);
});
