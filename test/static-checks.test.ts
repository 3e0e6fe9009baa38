import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const listWith = (pattern: RegExp) =>
  files.filter((name) => pattern.test(readFileSync(path.join(import.meta.dirname, name), 'utf8')));

// By it a test is known as one of the browser, and playwright-core is what the server drives.
test('drives browsers by the package playwright', () => {
  expect(listWith(/from 'playwright[-]core'/)).toEqual([]);
});

// vi's own waits give up after a second, and a promise that waitForFunction gets is a yes to it: expect.poll does neither.
test('waits for nothing with a limit of a second', () => {
  const hasty = /\bvi\.wait(?:For|Until)\(|\bwaitForFunction\(async\b/;

  const found = listWith(hasty).filter((name) => !name.startsWith('bench'));

  expect(found).toEqual([]);
});
