import { expect, test } from 'vitest';
import { hasHidden, withoutHidden } from '../../../server/contract/hidden-characters.ts';
import { PublishedProduct } from '../../../server/contract/publish.ts';

test.each([
  'wood\u202egpj.exe',
  '\ufeffwood',
  'wo\u200bod',
  'wo\u200dod',
  'wo\u00adod',
  '\u3164',
  '\u2800',
  'wood\ufe0f',
  'wood\u{e0041}',
  'wo\u001bod',
  'wood\n',
])('finds what does not show in %j', (text) => {
  expect(hasHidden(text)).toBe(true);
});

test.each(['Stück é', 'e\u0301', '李小龙', 'می\u200cخواهم', 'क्\u200dष', '❤️‍🔥 👨‍👩‍👧 1️⃣ 👍🏽', '葛\u{e0100}'])(
  'lets through what people write: %s',
  (text) => {
    expect(hasHidden(text)).toBe(false);
    expect(withoutHidden(text)).toBe(text);
  },
);

const product = { title: 'Oak', category: 'Chairs', license: 'CC0', priceUsd: 0 };
test.each([
  ['license', 'CC0\u001b[2J'],
  ['description', 'An \u202eoak'],
  ['attribution', '\u001b]0;owned\u0007'],
  ['tags', ['\u200b\u200b']],
])('refuses a publish with hidden characters in %s', (field, value) => {
  expect(PublishedProduct.safeParse({ ...product, [field]: value }).success).toBe(false);
});

test('takes a licence of several lines', () => {
  expect(PublishedProduct.safeParse({ ...product, license: 'CC BY\r\n\tby Ada' }).success).toBe(true);
});
