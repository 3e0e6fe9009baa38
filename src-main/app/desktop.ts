import { writeFile } from 'node:fs/promises';
import { BrowserWindow, clipboard, dialog, Notification, nativeTheme, shell } from 'electron';
import { onDisk } from '../downloads/disk.ts';
import type { Settings } from '../ipc/contract.ts';

const findWindow = () => BrowserWindow.getAllWindows().find((one) => one.isVisible());

async function choose(options: Electron.OpenDialogOptions): Promise<string | null> {
  const window = findWindow();
  const answer = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return answer.canceled ? null : (answer.filePaths[0] ?? null);
}

export type FileKind = { readonly name: string; readonly extensions: readonly string[] };

/** OS services around the window. */
export const desktop = {
  openExternal: (url: string): Promise<void> => shell.openExternal(url),
  showItemInFolder: (file: string): void => shell.showItemInFolder(file),
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
  notify(title: string, body: string): void {
    if (Notification.isSupported()) new Notification({ title, body }).show();
  },
  setProgress(fraction: number | null): void {
    findWindow()?.setProgressBar(fraction ?? -1); // a negative number removes the bar
  },
  isInFront: (): boolean => findWindow()?.isFocused() ?? false,
  /** Null if the person cancels, as below. */
  chooseFile: (title: string, kind: FileKind): Promise<string | null> =>
    choose({ title, properties: ['openFile'], filters: [{ ...kind, extensions: [...kind.extensions] }] }),
  async chooseFolder(current: string | null, title: string): Promise<string | null> {
    return choose({
      title,
      ...(current !== null && { defaultPath: current }),
      properties: ['openDirectory', 'createDirectory'],
    });
  },
};
