import { BrowserWindow, clipboard, dialog, Notification, nativeTheme, shell } from 'electron';
import type { Settings } from '../ipc/contract.ts';

async function choose(options: Electron.OpenDialogOptions): Promise<string | null> {
  const window = BrowserWindow.getAllWindows().find((one) => one.isVisible());
  const answer = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return answer.canceled ? null : (answer.filePaths[0] ?? null);
}

/** OS services around the window. */
export const desktop = {
  openExternal: (url: string): Promise<void> => shell.openExternal(url),
  showItemInFolder: (file: string): void => shell.showItemInFolder(file),
  copyText: async (text: string): Promise<void> => clipboard.writeText(text),
  setTheme(theme: Settings['theme']): void {
    nativeTheme.themeSource = theme;
  },
  notify(title: string, body: string): void {
    if (Notification.isSupported()) new Notification({ title, body }).show();
  },
  /** Null if the person cancels, as below. */
  async chooseFile(title: string): Promise<string | null> {
    return choose({
      title,
      properties: ['openFile'],
      filters: [{ name: 'Certificates', extensions: ['pem', 'crt', 'cer'] }],
    });
  },
  async chooseFolder(current: string | null, title: string): Promise<string | null> {
    return choose({
      title,
      ...(current !== null && { defaultPath: current }),
      properties: ['openDirectory', 'createDirectory'],
    });
  },
};
