type KeyPress = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
};

const namedKeys: Readonly<Record<string, string>> = { left: 'arrowleft', right: 'arrowright' };

/** Returns true if a key press matches an accelerator such as `CmdOrCtrl+Shift+L`. */
export function isShortcut(press: KeyPress, shortcut: string, isMac: boolean): boolean {
  const parts = shortcut.split('+').map((part) => part.toLowerCase());
  const key = parts.at(-1) ?? '';
  const hasCommand = parts.includes('cmdorctrl');
  return (
    press.key.toLowerCase() === (namedKeys[key] ?? key) &&
    press.altKey === parts.includes('alt') &&
    press.shiftKey === parts.includes('shift') &&
    press.metaKey === (hasCommand && isMac) &&
    press.ctrlKey === (hasCommand && !isMac)
  );
}

/** Formats a shortcut: `Ctrl+Shift+L`, on a Mac `⌘⇧L`. */
export function formatShortcut(shortcut: string, isMac: boolean): string {
  if (!isMac) return shortcut.replace('CmdOrCtrl', 'Ctrl').replace('Left', '←');
  const signs: Readonly<Record<string, string>> = { CmdOrCtrl: '⌘', Shift: '⇧', Alt: '⌥', Left: '←' };
  return shortcut
    .split('+')
    .map((part) => signs[part] ?? part)
    .join('');
}
