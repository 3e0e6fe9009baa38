import { expect, test } from 'vitest';
import { toPrintable } from '../../../server/base/text.ts';
import { renderTable } from '../../../server/commands/render-table.ts';
import { Name } from '../../../server/contract/accounts/accounts.ts';

const forged = 'ad\u001b]0;owned\u0007\u001b[2J\nroot  admin';

test('shows control characters as escapes', () => {
  expect(toPrintable('a\u001b[2Jb\u009bc\u202ed\u2028e\tf\ng')).toBe(
    'a\\u001b[2Jb\\u009bc\\u202ed\\u2028e\\u0009f\ng',
  );
});

test('forges no row of a table', () => {
  const lines = renderTable(['NAME', 'ROLE'], [[forged, 'member']]).split('\n');

  expect(lines).toEqual([expect.stringMatching(/^NAME +ROLE$/), expect.stringContaining('\\nroot  admin')]);
});

test.each([forged, 'Ada\u202eecila', 'Ada\r\nSet-Cookie: x'])('refuses the name %j', (name) => {
  expect(Name.safeParse(name).success).toBe(false);
});

test.each(['Ada Lovelace', 'Übung Øre', '李小龙', 'أحمد'])('takes the name %s', (name) => {
  expect(Name.safeParse(name).success).toBe(true);
});
