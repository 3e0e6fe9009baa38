import { expect, test } from 'vitest';
import type { LibraryModel } from '../../../../../src-main/platform/ipc/contract.ts';
import { toCredits, toCsv } from '../../../../../src-renderer/features/library/care/credits.ts';

const model = (change: Partial<LibraryModel>): LibraryModel => ({
  ...{ guid: 'g', title: 'Oak', version: 2, license: 'CC-BY-4.0', attribution: null, files: [] },
  ...{ serverUrl: 'https://models.example.org', downloadedAt: '2026-01-01T00:00:00Z' },
  ...{ folder: '/library/oak', sizeBytes: 12 },
  ...change,
});

test('lists models by licence with author and source', () => {
  const models = [
    model({ guid: 'b 1', title: 'Birch', attribution: 'Ada\nWood' }),
    model({ title: 'Ash', license: '' }),
    model({ title: 'Acorn' }),
  ];

  expect(toCredits(models)).toMatchInlineSnapshot(`
    "No licence named
    - “Ash”, https://models.example.org/model/g

    CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/)
    - “Acorn”, https://models.example.org/model/g
    - “Birch”: Ada Wood, https://models.example.org/model/b%201
    "
  `);
});

test('writes one line a model, quoted where it must be', () => {
  const [head, first, second, end] = toCsv([
    model({ title: 'A "good", old oak' }),
    model({ title: '=HYPERLINK("http://evil")', license: 'Editorial' }),
  ]).split('\r\n');

  expect(head).toMatch(/^\uFEFFtitle,licence,licence_url,/);
  expect(first).toContain('"A ""good"", old oak",CC-BY-4.0,https://creativecommons.org/licenses/by/4.0/');
  expect(second).toContain(`"'=HYPERLINK(""http://evil"")",Editorial,,`);
  expect(end).toBe('');
});
