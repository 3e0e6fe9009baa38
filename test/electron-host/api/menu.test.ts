import { expect, test } from 'vitest';
import { createMenuClasses } from './menu.ts';

test('finds an item by its id in any submenu', () => {
  const { Menu } = createMenuClasses(() => null);
  const menu = Menu.buildFromTemplate([
    { label: 'File', submenu: [{ id: 'open', label: 'Open', accelerator: 'CmdOrCtrl+O' }] },
    { role: 'quit' },
  ]);

  const item = menu.getMenuItemById('open');

  expect(item?.label).toBe('Open');
  expect(menu.items.map(({ label }) => label)).toEqual(['File', 'quit']);
  expect(menu.getMenuItemById('close')).toBeNull();
});

test('clicks with the item and the focused window', () => {
  const clicks: unknown[][] = [];
  const { Menu } = createMenuClasses(() => 'focused window');
  const menu = Menu.buildFromTemplate([{ id: 'open', click: (...args) => clicks.push(args) }]);
  const item = menu.getMenuItemById('open');

  item?.click();

  expect(clicks).toEqual([[item, 'focused window', {}]]);
});

test('keeps the application menu that was set', () => {
  const { Menu } = createMenuClasses(() => null);
  const menu = Menu.buildFromTemplate([]);

  Menu.setApplicationMenu(menu);

  expect(Menu.getApplicationMenu()).toBe(menu);
});

test('refuses members that menus here lack', () => {
  const { Menu } = createMenuClasses(() => null);

  expect(() => Reflect.get(Menu, 'sendActionToFirstResponder')).toThrow(
    'electron-host: Menu.sendActionToFirstResponder is not implemented',
  );
});
