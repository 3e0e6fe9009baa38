import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../src-renderer');

test('draws anew only for parts of a store', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const whole = files.filter((file) =>
    /\buseStore\(\s*[\w.]+\s*\)/.test(readFileSync(path.join(root, file), 'utf8')),
  );

  expect(whole).toEqual([]);
});
