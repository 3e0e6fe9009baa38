/** Actions that work on every page, with their Electron accelerators; the desktop menu lists the same ones. */
const shortcuts = {
  'palette.open': 'CmdOrCtrl+K',
  'shortcuts.show': '?',
  'go.browse': 'CmdOrCtrl+1',
  'go.library': 'CmdOrCtrl+2',
  'go.downloads': 'CmdOrCtrl+3',
  'go.plugins': 'CmdOrCtrl+4',
  'go.settings': 'CmdOrCtrl+,',
  'go.back': 'Alt+Left',
  'search.focus': 'CmdOrCtrl+F',
  'view.reload': 'CmdOrCtrl+R',
  'theme.toggle': 'CmdOrCtrl+Shift+L',
  'session.signIn': null,
  'session.signOut': null,
} as const satisfies Readonly<Record<string, string | null>>;

export type ActionName = keyof typeof shortcuts;

export function isActionName(value: string): value is ActionName {
  return Object.hasOwn(shortcuts, value);
}

export type Action = {
  readonly name: ActionName;
  readonly shortcut: string | null;
  readonly perform: () => void;
};

export type Actions = Readonly<Partial<Record<ActionName, Action>>>;

/** Combines the names with their implementations. An action without one does not exist on this platform. */
export function createActions(performers: Readonly<Partial<Record<ActionName, () => void>>>): Actions {
  const actions: Partial<Record<ActionName, Action>> = {};
  for (const name of listNames()) {
    const perform = performers[name];
    if (perform !== undefined) actions[name] = { name, shortcut: shortcuts[name], perform };
  }
  return actions;
}

function listNames(): readonly ActionName[] {
  return Object.keys(shortcuts).filter(isActionName);
}
