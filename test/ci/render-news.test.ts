import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderNews } from '../../.ci/package/render-news.ts';

const changelog = `# Changelog

## 1.1.0 — 2026-12-01

### Desktop app

- Installs **updates** itself, see
  [deployment](docs/deployment.md).
- \`--mcp\` is there.

## 1.0.0 — 2026-11-01

- The first.
`;

test('tells what is new in one version, as plain text', () => {
  expect(renderNews(changelog, '1.1.0')).toBe(
    'Desktop app\n\n• Installs updates itself, see deployment.\n• --mcp is there.\n',
  );
});

test('refuses a version of which nothing is said', () => {
  expect(() => renderNews(changelog, '1.2.0')).toThrow('says nothing of 1.2.0');
});

test('fits what the app shows', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

  const news = renderNews(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);

  expect(news.length).toBeLessThan(10_100);
});
