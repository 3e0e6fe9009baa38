import { app, type Session, session, type WebContents } from 'electron';

function denyPermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  target.setPermissionCheckHandler(() => false);
}

/** Confines a window to our page: no permissions, navigation, new windows or webviews. */
function hardenContents(contents: WebContents, isOwnPage: (url: string) => boolean): void {
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

/** Applies these rules to every page and session of the app. Call once the app is ready. */
export function secureApp(isOwnPage: (url: string) => boolean): void {
  denyPermissions(session.defaultSession);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, isOwnPage));
}
