import { expect, test } from 'vitest';
import { countUntouched } from '../../src-renderer/features/admin/library/edit-models-dialog.tsx';

const kept = [
  { title: 'Oak', fields: ['title'] },
  { title: 'Elm', fields: ['title', 'tags'] },
];

test('counts models that a product.json keeps as they are', () => {
  expect(countUntouched(kept, { edit: { title: 'Ash' } })).toBe(2);
  expect(countUntouched(kept, { edit: { title: 'Ash' }, addTags: ['wood'] })).toBe(1);
  expect(countUntouched(kept, { edit: { title: 'Ash', category: 'Trees' } })).toBe(0);
});
