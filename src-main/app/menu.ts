import type { MenuItemConstructorOptions } from 'electron';

type MenuAction =
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
  readonly say: (text: string) => string;
};

type Item = MenuItemConstructorOptions;
type Role = NonNullable<Item['role']>;
/** Builds an item for a role of Electron with our label, as Electron's own labels are English only. */
type ToRole = (role: Role, label: string) => Item;
type ToItem = (id: MenuAction, label: string, accelerator?: string) => Item;
type Makers = { readonly item: ToItem; readonly role: ToRole };

const separator = { type: 'separator' } as const;

const createAppMenu = ({ item, role }: Makers): Item => ({
  role: 'appMenu',
  submenu: [
    role('about', 'About Lodestock'),
    separator,
    item('go.settings', 'Settings…', 'CmdOrCtrl+,'),
    separator,
    role('hide', 'Hide Lodestock'),
    role('quit', 'Quit Lodestock'),
  ],
});

const listFileItems = ({ item, role }: Makers, isMac: boolean): Item[] => [
  item('session.signIn', 'Sign In…'),
  item('session.signOut', 'Sign Out'),
  separator,
  ...(isMac
    ? [role('close', 'Close Window')]
    : [item('go.settings', 'Settings…', 'CmdOrCtrl+,'), separator, role('quit', 'Quit Lodestock')]),
];

const listEditItems = ({ item, role }: Makers): Item[] => [
  role('undo', 'Undo'),
  role('redo', 'Redo'),
  separator,
  role('cut', 'Cut'),
  role('copy', 'Copy'),
  role('paste', 'Paste'),
  role('selectAll', 'Select All'),
  separator,
  item('search.focus', 'Search', 'CmdOrCtrl+F'),
];

const listPlaces = ({ item }: Makers): Item[] => [
  item('go.browse', 'Browse', 'CmdOrCtrl+1'),
  item('go.library', 'Library', 'CmdOrCtrl+2'),
  item('go.downloads', 'Downloads', 'CmdOrCtrl+3'),
  item('go.plugins', 'Plugins', 'CmdOrCtrl+4'),
];

const listViewItems = ({ item, role }: Makers, isPackaged: boolean): Item[] => [
  item('view.reload', 'Reload', 'CmdOrCtrl+R'),
  item('theme.toggle', 'Switch Light and Dark', 'CmdOrCtrl+Shift+L'),
  separator,
  role('resetZoom', 'Actual Size'),
  role('zoomIn', 'Zoom In'),
  role('zoomOut', 'Zoom Out'),
  role('togglefullscreen', 'Toggle Full Screen'),
  ...(isPackaged ? [] : [separator, role('toggleDevTools', 'Toggle Developer Tools')]),
];

const listWindowItems = ({ role }: Makers, isMac: boolean): Item[] => [
  role('minimize', 'Minimize'),
  ...(isMac
    ? [role('zoom', 'Zoom'), separator, role('front', 'Bring All to Front')]
    : [role('close', 'Close Window')]),
];

export function createMenuTemplate({ isMac, isPackaged, request, say }: MenuOptions): Item[] {
  const makers: Makers = {
    role: (role, label) => ({ role, label: say(label) }),
    item: (id, label, accelerator) => ({
      id,
      label: say(label),
      ...(accelerator && { accelerator }),
      click: () => request(id),
    }),
  };
  return [
    ...(isMac ? [createAppMenu(makers)] : []),
    { label: say('&File'), submenu: listFileItems(makers, isMac) },
    { label: say('&Edit'), submenu: listEditItems(makers) },
    { label: say('&Go'), submenu: listPlaces(makers) },
    { label: say('&View'), submenu: listViewItems(makers, isPackaged) },
    { label: say('&Window'), submenu: listWindowItems(makers, isMac), ...(isMac && { role: 'window' }) },
  ];
}
