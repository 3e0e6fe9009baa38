import type { MenuItemConstructorOptions } from 'electron';

/** The actions in the menu; the window performs them. */
export type MenuAction =
  | 'go.browse'
  | 'go.library'
  | 'go.downloads'
  | 'go.plugins'
  | 'go.settings'
  | 'search.focus'
  | 'theme.toggle'
  | 'session.signIn'
  | 'session.signOut'
  | 'view.reload';

type MenuOptions = {
  readonly isMac: boolean;
  readonly isPackaged: boolean;
  readonly request: (action: MenuAction) => void;
};

type Item = MenuItemConstructorOptions;
type ToItem = (id: MenuAction, label: string, accelerator?: string) => Item;

const separator = { type: 'separator' } as const;
const toRoles = (...roles: readonly NonNullable<Item['role']>[]): Item[] => roles.map((role) => ({ role }));

const createAppMenu = (item: ToItem): Item => ({
  role: 'appMenu',
  submenu: [
    ...toRoles('about'),
    separator,
    item('go.settings', 'Settings…', 'CmdOrCtrl+,'),
    separator,
    ...toRoles('hide', 'quit'),
  ],
});

const createFileMenu = (item: ToItem, isMac: boolean): Item => ({
  label: '&File',
  submenu: [
    item('session.signIn', 'Sign In…'),
    item('session.signOut', 'Sign Out'),
    separator,
    ...(isMac
      ? toRoles('close')
      : [item('go.settings', 'Settings…', 'CmdOrCtrl+,'), separator, ...toRoles('quit')]),
  ],
});

const createEditMenu = (item: ToItem): Item => ({
  label: '&Edit',
  submenu: [
    ...toRoles('undo', 'redo'),
    separator,
    ...toRoles('cut', 'copy', 'paste', 'selectAll'),
    separator,
    item('search.focus', 'Search', 'CmdOrCtrl+F'),
  ],
});

const createGoMenu = (item: ToItem): Item => ({
  label: '&Go',
  submenu: [
    item('go.browse', 'Browse', 'CmdOrCtrl+1'),
    item('go.library', 'Library', 'CmdOrCtrl+2'),
    item('go.downloads', 'Downloads', 'CmdOrCtrl+3'),
    item('go.plugins', 'Plugins', 'CmdOrCtrl+4'),
  ],
});

const createViewMenu = (item: ToItem, isPackaged: boolean): Item => ({
  label: '&View',
  submenu: [
    item('view.reload', 'Reload', 'CmdOrCtrl+R'),
    item('theme.toggle', 'Switch Light and Dark', 'CmdOrCtrl+Shift+L'),
    separator,
    ...toRoles('resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'),
    ...(isPackaged ? [] : [separator, ...toRoles('toggleDevTools')]),
  ],
});

/** The application menu, as a template for Electron. */
export function createMenuTemplate({ isMac, isPackaged, request }: MenuOptions): Item[] {
  const item: ToItem = (id, label, accelerator) => ({
    id,
    label,
    ...(accelerator && { accelerator }),
    click: () => request(id),
  });
  return [
    ...(isMac ? [createAppMenu(item)] : []),
    createFileMenu(item, isMac),
    createEditMenu(item),
    createGoMenu(item),
    createViewMenu(item, isPackaged),
    ...toRoles('windowMenu'),
  ];
}
