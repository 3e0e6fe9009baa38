import { app, type Session, session, type WebContents } from 'electron';

function denyPermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  target.setPermissionCheckHandler(() => false);
}

/** The page stays our page: no permissions, no navigation away, no new windows, no embedded browsers. */
export function hardenContents(contents: WebContents, isOwnPage: (url: string) => boolean): void {
  denyPermissions(contents.session);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Rules for every page there may ever be, and for its session. Call once the app is ready. */
export function secureApp(isOwnPage: (url: string) => boolean): void {
  denyPermissions(session.defaultSession);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, isOwnPage));
}
