import { expect, test } from 'vitest';
import { createMenuTemplate } from '../../../src-main/app/menu.ts';

function createMenu(isMac: boolean, isPackaged = true) {
  const requested: string[] = [];
  const template = createMenuTemplate({
    isMac,
    isPackaged,
    request: (action) => void requested.push(action),
    say: (text) => text,
  });
  const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  return { items, requested };
}

test.each([true, false])('offers every action once (Mac: %s)', (isMac) => {
  const { items } = createMenu(isMac);

  expect(items.flatMap(({ id }) => id ?? []).toSorted()).toEqual([
    'go.browse',
    'go.downloads',
    'go.library',
    'go.plugins',
    'go.settings',
    'search.focus',
    'session.signIn',
    'session.signOut',
    'theme.toggle',
    'view.reload',
  ]);
});

test('an item asks for its action by name', () => {
  const { items, requested } = createMenu(false);

  for (const { click } of items) Reflect.apply(click ?? (() => undefined), undefined, []);

  expect(requested).toContain('go.library');
  expect(requested.length).toBe(10);
});

test('no two items share a shortcut', () => {
  const { items } = createMenu(true);
  const shortcuts = items.flatMap(({ accelerator }) => accelerator ?? []);

  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});

test.each([
  [false, true],
  [true, false],
])('a packaged app (%s) has developer tools: %s', (isPackaged, has) => {
  const { items } = createMenu(false, isPackaged);

  expect(items.some(({ role }) => role === 'toggleDevTools')).toBe(has);
});
