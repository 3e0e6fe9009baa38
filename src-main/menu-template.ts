import type { MenuItemConstructorOptions } from 'electron';

/** The person's actions that the menu offers; the window knows what each of them does. */
export type MenuAction =
  | 'go.browse'
  | 'go.library'
  | 'go.downloads'
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

const separator = { type: 'separator' } as const;

/** The application menu as data. */
export function createMenuTemplate({
  isMac,
  isPackaged,
  request,
}: MenuOptions): MenuItemConstructorOptions[] {
  const action = (id: MenuAction, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    id,
    label,
    ...(accelerator && { accelerator }),
    click: () => request(id),
  });
  const settings = action('go.settings', 'Settings…', 'CmdOrCtrl+,');
  const account = [action('session.signIn', 'Sign In…'), action('session.signOut', 'Sign Out')];

  const mac: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [{ role: 'about' }, separator, settings, separator, { role: 'hide' }, { role: 'quit' }],
  };
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      ...account,
      separator,
      ...(isMac ? [{ role: 'close' } as const] : [settings, separator, { role: 'quit' } as const]),
    ],
  };
  const edit: MenuItemConstructorOptions = {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      separator,
      action('search.focus', 'Search', 'CmdOrCtrl+F'),
    ],
  };
  const go: MenuItemConstructorOptions = {
    label: '&Go',
    submenu: [
      action('go.browse', 'Browse', 'CmdOrCtrl+1'),
      action('go.library', 'Library', 'CmdOrCtrl+2'),
      action('go.downloads', 'Downloads', 'CmdOrCtrl+3'),
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      action('view.reload', 'Reload', 'CmdOrCtrl+R'),
      action('theme.toggle', 'Switch Light and Dark', 'CmdOrCtrl+Shift+L'),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : [separator, { role: 'toggleDevTools' } as const]),
    ],
  };
  return [...(isMac ? [mac] : []), file, edit, go, view, { role: 'windowMenu' }];
}
