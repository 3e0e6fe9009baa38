import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { beginsEarly, mixFiles } from './mix-projects.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('projects take turns, each with what is long for its size first', () => {
  const programs = Array.from({ length: 61 }, (_, index) => ({ moduleId: `/programs/${index}.test.ts` }));
  const mutants = { moduleId: '/programs/mutants.test.ts' };
  const unit = [{ moduleId: '/unit/a.test.ts' }];

  const mixed = mixFiles([[...programs, mutants], unit]);

  expect(mixed).toEqual([mutants, ...programs.slice(0, 59), ...unit, ...programs.slice(59)]);
});

test('names files that are there', () => {
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => ({ moduleId: `/${file}` }));
  const kinds = files
    .filter(beginsEarly)
    .map(({ moduleId }) => path.basename(moduleId, '.test.ts').replace(/^killed-.*/, 'killed'));

  expect([...new Set(kinds)].sort()).toEqual([
    ...['cluster', 'demo-levels', 'ended-reader', 'item-budget'],
    ...['killed', 'light-queries', 'lost-catalogue', 'mutants', 'pulled-disk'],
  ]);
});
