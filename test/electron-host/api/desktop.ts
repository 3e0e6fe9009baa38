import { strict } from '../strict.ts';

type DesktopRecord = (what: string, detail?: unknown) => void;

/** Electron's `shell`: there is no desktop, so every wish is only recorded. */
export function createShell(record: DesktopRecord) {
  return strict('shell', {
    openExternal: async (url: string): Promise<void> => record('shell.openExternal', url),
    openPath: async (file: string): Promise<string> => {
      record('shell.openPath', file);
      return '';
    },
    showItemInFolder: (file: string): void => record('shell.showItemInFolder', file),
  });
}

/** Electron's `dialog`: recorded, and dismissed at once as a person would with Escape. */
export function createDialog(record: DesktopRecord) {
  return strict('dialog', {
    showOpenDialog: async (...args: readonly unknown[]) => {
      record('dialog.showOpenDialog', args.at(-1));
      return { canceled: true, filePaths: [] };
    },
    showSaveDialog: async (...args: readonly unknown[]) => {
      record('dialog.showSaveDialog', args.at(-1));
      return { canceled: true, filePath: '' };
    },
    showMessageBox: async (...args: readonly { readonly cancelId?: number }[]) => {
      record('dialog.showMessageBox', args.at(-1));
      return { response: args.at(-1)?.cancelId ?? 0, checkboxChecked: false };
    },
    showErrorBox: (title: string, content: string): void => {
      record('dialog.showErrorBox', { title, content });
      console.error(`${title}: ${content}`);
    },
  });
}

/** Electron's `clipboard`, private to this process. */
export function createClipboard() {
  let text = '';
  return strict('clipboard', {
    readText: (): string => text,
    writeText: (next: string): void => {
      text = next;
    },
  });
}
