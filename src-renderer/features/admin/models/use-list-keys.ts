import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import { useOneTabStop } from '../../../lib/view/use-one-tab-stop.ts';
import type { ModelsStore } from './models-store.ts';

type Parts = {
  readonly store: ModelsStore;
  readonly list: RefObject<HTMLElement | null>;
  readonly onEdit: () => void;
};

const guidOf = (element: Element | null) => element?.getAttribute('data-guid') ?? null;

/**
 * Keyboard control for a list of models, which is one tab stop: arrows move between models and, with Shift, select;
 * Right focuses the link to the model's page, Left returns; Enter edits the selection; Ctrl+A selects the whole page.
 */
export function useListKeys({ store, list, onEdit }: Parts) {
  const keys = useOneTabStop(list);
  const isBusy = useStore(store, ({ progress }) => progress !== null);
  useEffect(() => {
    // The focused element may have been removed, or disabled because nothing is selected.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isBusy && isLost && store.getState().outcome !== null)
      list.current?.querySelector<HTMLElement>('input[tabindex="0"]')?.focus();
  }, [isBusy, list, store]);

  const edit = (guid: string) => {
    const { chosen, isAllChosen, choose } = store.getState();
    if (chosen.size === 0 && !isAllChosen) choose(guid, true);
    onEdit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof Element)) return;
    const guid = guidOf(target);
    const row = target.closest('tr, li');
    if (guid === null && key === 'ArrowLeft') row?.querySelector('input')?.focus();
    else if (guid === null) return;
    else if (key === 'ArrowRight') row?.querySelector('a')?.focus();
    else if (key === 'Enter') edit(guid);
    else if (key === 'a' && (event.ctrlKey || event.metaKey)) store.getState().choosePage(true);
    else return move(event, guid);
    event.preventDefault();
  };
  const move = (event: KeyboardEvent, from: string) => {
    keys.onKeyDown(event);
    const to = guidOf(document.activeElement);
    if (event.shiftKey && to !== null && to !== from) store.getState().choose(to, true, from);
  };
  return { onFocus: keys.onFocus, onKeyDown };
}
