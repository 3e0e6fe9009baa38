import { app, Menu } from 'electron';
import { createMenuTemplate, type MenuAction } from './menu-template.ts';

export function installMenu(request: (action: MenuAction) => void): void {
  const template = createMenuTemplate({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    request,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
