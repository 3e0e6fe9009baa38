import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import {
  BrowserWindow,
  clipboard,
  dialog,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  shell,
} from 'electron';
import type { Words } from '../../server/contract/sentence.ts';
import type { Settings } from '../platform/ipc/contract.ts';
import type { ComputerState } from '../platform/kernel.ts';
import { readMetered } from '../platform/network/metered.ts';
import { onDisk } from '../platform/storage/disk-errors.ts';

/** The icon at the pointer while files are dragged out of the window: a sheet of paper, 32 px, PNG. */
const dragIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAR0lEQVR42mNgGAU4QFRSwX9qYrIc8OXbL6rgUQeMOmDUAaMOGHUAVRxAatk/GgWjaWA0CkbTwGgUjDpg1AFUccCAds1GDAAAzlmk+hUZiWMAAAAASUVORK5CYII=';

/** Starts a program that outlives the app. Rejects if it cannot be started. */
function startProgram(program: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [file], { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

/** ID of the active power save blocker in Electron. */
let awake: number | null = null;

const findWindow = () => BrowserWindow.getAllWindows().find((one) => one.isVisible());

async function choose(options: Electron.OpenDialogOptions): Promise<string | null> {
  const window = findWindow();
  const answer = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return answer.canceled ? null : (answer.filePaths[0] ?? null);
}

/** Services of the operating system. Texts are passed in English and shown in the user's language. */
export const createDesktop = (say: (text: Words) => string) => ({
  openExternal: (url: string): Promise<void> => shell.openExternal(url),
  showItemInFolder: (file: string): void => shell.showItemInFolder(file),
  openPath: (file: string): Promise<string> => shell.openPath(file),
  startProgram,
  /** Call it while the mouse button is pressed. */
  startDrag(files: readonly [string, ...string[]]): void {
    const [file] = files;
    const icon = nativeImage.createFromDataURL(dragIcon);
    findWindow()?.webContents.startDrag({ file, files: [...files], icon });
  },
  copyText: async (text: string): Promise<void> => clipboard.writeText(text),
  async saveText(name: string, text: string): Promise<string | null> {
    const options = { defaultPath: name };
    const window = findWindow();
    const answer = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
    if (answer.canceled || answer.filePath === '') return null;
    await onDisk(answer.filePath, () => writeFile(answer.filePath, text));
    return answer.filePath;
  },
  setTheme(theme: Settings['theme']): void {
    nativeTheme.themeSource = theme;
  },
  notify(title: Words, body: Words): void {
    if (Notification.isSupported()) new Notification({ title: say(title), body: say(body) }).show();
  },
  setProgress(fraction: number | null): void {
    findWindow()?.setProgressBar(fraction ?? -1); // a negative number removes the bar
  },
  keepAwake(isWanted: boolean): void {
    if (isWanted === (awake !== null)) return;
    if (awake === null) awake = powerSaveBlocker.start('prevent-app-suspension');
    else {
      powerSaveBlocker.stop(awake);
      awake = null;
    }
  },
  isInFront: (): boolean => findWindow()?.isFocused() ?? false,
  chooseFile: (title: string, kind: string, extensions: readonly string[]): Promise<string | null> =>
    choose({
      title: say(title),
      properties: ['openFile'],
      filters: [{ name: say(kind), extensions: [...extensions] }],
    }),
  async chooseFolder(current: string | null, title: Words): Promise<string | null> {
    return choose({
      title: say(title),
      ...(current !== null && { defaultPath: current }),
      properties: ['openDirectory', 'createDirectory'],
    });
  },
});

/** Power and network state from Electron and the system. Available once the app is ready. */
export const computerState: ComputerState = {
  isOnline: () => net.isOnline(),
  isMetered: () => readMetered(process.platform),
  onSleep: (listener) => void powerMonitor.on('suspend', listener),
  onWake: (listener) => void powerMonitor.on('resume', listener),
};
