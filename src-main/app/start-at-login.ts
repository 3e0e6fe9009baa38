import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomically } from '../platform/storage/files.ts';

/** The argument of a start at login, which opens no window. */
export const hiddenSwitch = '--hidden';

type LoginItem = { readonly openAtLogin: boolean; readonly path: string; readonly args: string[] };

type StartAtLoginOptions = {
  readonly platform: string;
  /** The AppImage on Linux, if the app runs from one. */
  readonly executable: string;
  /** `~/.config/autostart`. */
  readonly autostartFolder: string;
  readonly setLoginItem: (item: LoginItem) => void;
};

/** Quotes a word of an Exec line as in the Desktop Entry Specification. */
const toWord = (text: string) =>
  `"${text
    .replaceAll(/["`$\\]/g, (letter) => `\\${letter}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;

const toEntry = (executable: string) =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Lodestock',
    `Exec=${toWord(executable)} ${hiddenSwitch}`,
    'Icon=lodestock',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

export function createStartAtLogin(options: StartAtLoginOptions): (isWanted: boolean) => Promise<void> {
  const { platform, executable, autostartFolder, setLoginItem } = options;
  if (platform !== 'linux')
    return async (isWanted) =>
      setLoginItem({ openAtLogin: isWanted, path: executable, args: [hiddenSwitch] });
  const file = path.join(autostartFolder, 'lodestock.desktop');
  return async (isWanted) => {
    if (!isWanted) return rm(file, { force: true });
    await mkdir(autostartFolder, { recursive: true });
    await writeAtomically(file, toEntry(executable));
  };
}
