import type { Action, Actions } from './actions.ts';
import { isShortcut } from './shortcut.ts';

type Options = {
  readonly target: Window;
  readonly actions: Actions;
  readonly isMac: boolean;
  /** In a browser, only `/`, `?` and Ctrl+K are ours; the rest belongs to the browser. */
  readonly hasAccelerators: boolean;
};

/** Runs actions on key presses until the returned function is called. */
export function listenForShortcuts({ target, actions, isMac, hasAccelerators }: Options): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const action = findAction(event, actions, { isMac, hasAccelerators });
    if (action === undefined) return;
    event.preventDefault();
    action.perform();
  };
  target.addEventListener('keydown', listen);
  return () => target.removeEventListener('keydown', listen);
}

type Keys = Pick<Options, 'isMac' | 'hasAccelerators'>;

function findAction(event: KeyboardEvent, actions: Actions, keys: Keys): Action | undefined {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isPlain && (event.key === '/' || event.key === '?')) {
    if (isWriting(event.target)) return undefined;
    return event.key === '/' ? actions['search.focus'] : actions['shortcuts.show'];
  }
  const ours = Object.values(actions).filter(
    ({ name, shortcut }) => shortcut !== '?' && (keys.hasAccelerators || name === 'palette.open'),
  );
  return ours.find(({ shortcut }) => shortcut !== null && isShortcut(event, shortcut, keys.isMac));
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
