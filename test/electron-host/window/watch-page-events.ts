import type { EventEmitter } from 'node:events';
import type { CdpPayload } from '../chromium/connect-cdp.ts';
import type { Page } from '../chromium/open-page.ts';
import type { PageState } from './page-state.ts';

type PageEvents = {
  readonly page: Page;
  readonly state: PageState;
  readonly emitter: EventEmitter;
};

function toLevel(type: string): 'debug' | 'error' | 'info' | 'warning' {
  if (type === 'error' || type === 'assert') return 'error';
  if (type === 'warning') return 'warning';
  return type === 'debug' || type === 'verbose' ? 'debug' : 'info';
}

function toText(args: CdpPayload<'Runtime.consoleAPICalled'>['args']): string {
  return args.map((argument) => String(argument.value ?? argument.description)).join(' ');
}

function watchConsole({ page: { session }, emitter }: PageEvents): void {
  const emit = (level: string, message: string): void => {
    emitter.emit('console-message', { level: toLevel(level), message });
  };
  session.on('Runtime.consoleAPICalled', ({ type, args }) => emit(type, toText(args)));
  session.on('Log.entryAdded', ({ entry }) => emit(entry.level, entry.text));
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    emit('error', `Uncaught ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  });
}

/** Turns Chromium's events about a page into webContents events. */
export async function watchPageEvents(events: PageEvents): Promise<void> {
  const { page, state, emitter } = events;
  const { session } = page;
  watchConsole(events);
  session.on('Page.frameNavigated', ({ frame }) => {
    state.isCrashed = false;
    if (frame.parentId === undefined) state.url = `${frame.url}${frame.urlFragment ?? ''}`;
  });
  session.on('Page.domContentEventFired', () => emitter.emit('dom-ready', {}));
  session.on('Page.loadEventFired', () => {
    if (state.hasNavigated) emitter.emit('did-finish-load', {});
  });
  session.on('Inspector.targetCrashed', () => {
    state.isCrashed = true;
    emitter.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  });
  await Promise.all([
    session.send('Page.enable'),
    session.send('Inspector.enable'),
    session.send('Log.enable'),
    session.send('Runtime.enable'),
  ]);
}
