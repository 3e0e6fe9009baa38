import type { Action, Actions } from './actions.ts';
import { isShortcut } from './shortcut.ts';

type Options = {
  readonly target: Window;
  readonly actions: Actions;
  readonly isMac: boolean;
  /** In a browser only `/` is ours; the rest belongs to the browser. */
  readonly hasAccelerators: boolean;
};

/** Performs actions by key until the returned function is called. */
export function listenForShortcuts({ target, actions, isMac, hasAccelerators }: Options): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const action = findAction(event, actions, hasAccelerators ? isMac : null);
    if (action === undefined) return;
    event.preventDefault();
    action.perform();
  };
  target.addEventListener('keydown', listen);
  return () => target.removeEventListener('keydown', listen);
}

function findAction(event: KeyboardEvent, actions: Actions, isMac: boolean | null): Action | undefined {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === '/' && isPlain && !isWriting(event.target)) return actions['search.focus'];
  if (isMac === null) return undefined;
  return Object.values(actions).find(
    ({ shortcut }) => shortcut !== null && isShortcut(event, shortcut, isMac),
  );
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
