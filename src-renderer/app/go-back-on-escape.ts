import type { Navigation } from './navigation.ts';

/** Escape leaves a model; dialogs and the search field use the key for themselves first. */
export function goBackOnEscape(target: Window, navigation: Navigation): void {
  target.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (navigation.store.getState().route.name !== 'model') return;
    if (target.document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    navigation.back();
  });
}
