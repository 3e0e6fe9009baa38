import { expect, test } from 'vitest';
import { readViewKey } from '../../../src-renderer/viewer/view-command.ts';

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, modifiers: Partial<typeof plain> = {}) =>
  readViewKey({ key, ...plain, ...modifiers });

test.each([
  ['ArrowLeft', { kind: 'turn', right: -10, down: 0 }],
  ['ArrowDown', { kind: 'turn', right: 0, down: 10 }],
  ['+', { kind: 'zoom', factor: 1.2 }],
  ['=', { kind: 'zoom', factor: 1.2 }],
  ['-', { kind: 'zoom', factor: 1 / 1.2 }],
  ['Home', { kind: 'reset' }],
  ['0', { kind: 'reset' }],
])('takes %s as a command', (key, command) => {
  expect(press(key)).toEqual(command);
});

test('pans with Shift, the way the arrow points', () => {
  const command = press('ArrowUp', { shiftKey: true });

  expect(command).toEqual({ kind: 'pan', right: 0, down: -0.08 });
});

test.each(['Tab', 'Escape', 'Enter', 'a', ' '])('leaves %s to the page', (key) => {
  expect(press(key)).toBeNull();
});

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('leaves keys with %s to the browser', (modifier) => {
  expect([press('0', { [modifier]: true }), press('ArrowLeft', { [modifier]: true })]).toEqual([null, null]);
});
