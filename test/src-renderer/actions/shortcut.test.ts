import { expect, test } from 'vitest';
import { formatShortcut, isShortcut } from '../../../src-renderer/actions/shortcut.ts';

const press = { key: 'l', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('takes Ctrl for the command key outside a Mac', () => {
  const pressed = { ...press, key: 'L', ctrlKey: true, shiftKey: true };

  expect([
    isShortcut(pressed, 'CmdOrCtrl+Shift+L', false),
    isShortcut(pressed, 'CmdOrCtrl+Shift+L', true),
  ]).toEqual([true, false]);
});

test('wants every modifier and no other', () => {
  const presses = [press, { ...press, ctrlKey: true, altKey: true }, { ...press, metaKey: true }];

  expect(presses.map((one) => isShortcut(one, 'CmdOrCtrl+L', false))).toEqual([false, false, false]);
});

test('knows the arrow by its name', () => {
  expect(isShortcut({ ...press, key: 'ArrowLeft', altKey: true }, 'Alt+Left', false)).toBe(true);
});

test('writes a shortcut as each system does', () => {
  expect([formatShortcut('CmdOrCtrl+Shift+L', false), formatShortcut('CmdOrCtrl+Shift+L', true)]).toEqual([
    'Ctrl+Shift+L',
    '⌘⇧L',
  ]);
});
