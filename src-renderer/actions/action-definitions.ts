/** What a person can do from anywhere; the desktop menu names the same actions. Shortcuts are Electron accelerators. */
export const actionDefinitions = {
  'go.browse': { label: 'Browse', shortcut: 'CmdOrCtrl+1' },
  'go.library': { label: 'Library', shortcut: 'CmdOrCtrl+2' },
  'go.downloads': { label: 'Downloads', shortcut: 'CmdOrCtrl+3' },
  'go.plugins': { label: 'Plugins', shortcut: 'CmdOrCtrl+4' },
  'go.settings': { label: 'Settings', shortcut: 'CmdOrCtrl+,' },
  'go.back': { label: 'Back', shortcut: 'Alt+Left' },
  'search.focus': { label: 'Search', shortcut: 'CmdOrCtrl+F' },
  'view.reload': { label: 'Refresh', shortcut: 'CmdOrCtrl+R' },
  'theme.toggle': { label: 'Switch between dark and light', shortcut: 'CmdOrCtrl+Shift+L' },
  'session.signIn': { label: 'Sign in', shortcut: null },
  'session.signOut': { label: 'Sign out', shortcut: null },
} as const satisfies Readonly<Record<string, { label: string; shortcut: string | null }>>;

export type ActionName = keyof typeof actionDefinitions;

export function isActionName(value: string): value is ActionName {
  return Object.hasOwn(actionDefinitions, value);
}
