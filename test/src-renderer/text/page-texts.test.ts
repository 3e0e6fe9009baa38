import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { pageParts } from '../../../server/contract/pages.ts';
import { english } from '../../../src-renderer/text/en/english.ts';

const root = path.resolve(import.meta.dirname, '../../../src-renderer');
const web = (part: string) => `app/web/web-${part}`;
const frame = ['web.tsx', 'app/web/web-parts.ts'];
const parts = [...new Set(Object.values(pageParts))].map((part) => `${web(part)}.tsx`);
const roots = [...parts, `${web('view')}.ts`];

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** What runs with a file, itself included, but not what it fetches later. */
function reach(file: string): ReadonlySet<string> {
  const reached = new Set([file]);
  const pattern = /(?:^|\n)(?:import|export)\s+(?!type\s)(?:[^;'"]*?from\s+)?'(\.[^']+\.tsx?)'/g;
  for (const found of reached)
    for (const [, to = ''] of read(found).matchAll(pattern)) {
      const next = path.posix.join(path.posix.dirname(found), to);
      if (!next.startsWith('..')) reached.add(next);
    }
  return reached;
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether there is a text of this key, whatever its plural, or one that begins like this. */
function has(texts: unknown, key: string): boolean {
  const steps = key.split('.');
  const last = steps.pop() ?? '';
  const tree = steps.reduce<unknown>((at, step) => (isTree(at) ? Reflect.get(at, step) : undefined), texts);
  return isTree(tree) && Object.keys(tree).some((name) => (last === '' ? true : name.split('_')[0] === last));
}

/** The keys of texts in a file; for a key with gaps, the part before the first gap. */
function listKeys(file: string): readonly string[] {
  const found = [...read(file).matchAll(/['`]([a-z]\w*\.[\w.]*)(?:['`]|\$\{)/gi)].map(([, key = '']) => key);
  return found.filter((key) => has(english, key));
}

async function loadTexts(files: ReadonlySet<string>): Promise<unknown> {
  vi.resetModules();
  for (const file of files)
    if (file.startsWith('text/parts/')) await import(/* @vite-ignore */ path.join(root, file));
  const { listTexts } = await import('../../../src-renderer/text/text.ts');
  return listTexts('en');
}

test.each(['', ...roots])('has all texts with the code of %s', async (file) => {
  const files = new Set([...frame, ...(file === '' ? [] : [file])].flatMap((one) => [...reach(one)]));
  const texts = await loadTexts(files);

  const missing = [...files].flatMap((one) => listKeys(one).filter((key) => !has(texts, key)));

  expect(new Set(missing)).toEqual(new Set());
  expect(files).not.toContain('text/en/english.ts');
});

test('comes to a stranger without the texts of other pages', async () => {
  const texts = await loadTexts(reach('web.tsx'));

  expect(JSON.stringify(texts).length).toBeLessThan(JSON.stringify(english).length / 2);
});
