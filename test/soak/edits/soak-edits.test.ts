import { expect, test } from 'vitest';
import { soakEdits } from './soak-edits.ts';

test('keeps every promise while files change underfoot', async () => {
  const findings = await soakEdits({ seed: 7, seconds: 4, files: 30, clients: 4, hasFaults: false });

  expect(findings.flatMap(({ broken }) => broken)).toEqual([]);
});
