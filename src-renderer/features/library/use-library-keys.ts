import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
} from 'react';
import { moveActive } from '../../lib/view/move-active.ts';
import { type Choice, choose, chooseAll, nothingChosen } from './store/choose-models.ts';
import type { LibraryModel } from './store/find-in-library.ts';

/** The models in view and selected, and the effects of keys and clicks. */
export type GridActions = {
  readonly models: readonly LibraryModel[];
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly onOpen: (guid: string) => void;
  readonly onRemove: () => void;
  /** At a position in the window, in px. */
  readonly onMenu: (guid: string, place: { readonly x: number; readonly y: number }) => void;
  readonly onDrag: (guid: string) => void;
};

type KeysOptions = GridActions & {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly activeIndex: number;
  readonly columns: number;
  readonly scrollRowIntoView: (row: number) => void;
  readonly size: { readonly rowHeight: number; readonly viewportHeight: number };
};

/** One tab stop for the whole grid; keys and clicks select as in a file manager. */
export function useLibraryKeys(options: KeysOptions) {
  const { scroller, models, choice, activeIndex, columns, size, scrollRowIntoView } = options;
  const { onChoose, onOpen, onRemove, onMenu, onDrag } = options;
  const guids = useMemo(() => models.map(({ guid }) => guid), [models]);
  useLayoutEffect(() => {
    const grid = scroller.current;
    const { activeElement } = document;
    if (grid === null || !grid.contains(activeElement)) return;
    if (activeElement !== grid && !activeElement?.matches('[data-index]')) return;
    const cell = grid.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`);
    if (cell !== activeElement) cell?.focus({ preventScroll: true });
  });
  const rowsPerPage = Math.max(1, Math.floor(size.viewportHeight / size.rowHeight));
  const shape = { total: models.length, columns, rowsPerPage };

  /** Returns a key's effect on the focused cell; null for other keys. */
  function findAct(event: KeyboardEvent, cell: Element, guid: string): (() => void) | null {
    const isToggle = event.ctrlKey || event.metaKey;
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    const { left, bottom } = cell.getBoundingClientRect();
    if (isMenuKey) return () => onMenu(guid, { x: left, y: bottom });
    if (event.key === 'a')
      return isToggle ? () => onChoose(chooseAll({ ...choice, active: guid }, guids)) : null;
    const modifiers = { isToggle: true, isRange: event.shiftKey };
    const acts: Readonly<Record<string, () => void>> = {
      Enter: () => onOpen(guid),
      Delete: onRemove,
      Escape: () => onChoose({ ...nothingChosen, active: guid }),
      ' ': () => onChoose(choose(choice, guids, guid, modifiers)),
    };
    return acts[event.key] ?? findMove(event, isToggle);
  }

  function findMove(event: KeyboardEvent, isToggle: boolean): (() => void) | null {
    const next = moveActive(event.key, activeIndex, shape);
    const moved = next === null ? undefined : guids[next];
    if (next === null || moved === undefined) return null;
    return () => {
      if (isToggle) onChoose({ ...choice, active: moved });
      else onChoose(choose(choice, guids, moved, { isToggle: false, isRange: event.shiftKey }));
      scrollRowIntoView(Math.floor(next / columns));
    };
  }

  function press(event: KeyboardEvent): void {
    const guid = guids[activeIndex];
    const { target } = event;
    if (event.altKey || guid === undefined) return;
    if (!(target instanceof Element) || !target.matches('[data-index]')) return;
    const act = findAct(event, target, guid);
    if (act === null) return;
    event.preventDefault();
    act();
  }

  function click(event: MouseEvent): void {
    const found = findGuid(event.target, guids);
    if (found === null || (event.target instanceof Element && event.target.closest('a') !== null)) return;
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button !== null) {
      const { left, bottom } = button.getBoundingClientRect();
      onMenu(found, { x: left, y: bottom });
      return;
    }
    const modifiers = { isToggle: event.ctrlKey || event.metaKey, isRange: event.shiftKey };
    onChoose(choose(choice, guids, found, modifiers));
  }

  return {
    onKeyDown: press,
    onClick: click,
    onDoubleClick: (event: MouseEvent) => {
      const found = findGuid(event.target, guids);
      if (found !== null) onOpen(found);
    },
    onDragStart: (event: DragEvent) => {
      const found = findGuid(event.target, guids);
      event.preventDefault(); // the system drags the files, rather than the page a picture of them
      if (found !== null) onDrag(found);
    },
    onContextMenu: (event: MouseEvent) => {
      const found = findGuid(event.target, guids);
      if (found === null) return;
      event.preventDefault();
      onMenu(found, { x: event.clientX, y: event.clientY });
    },
  };
}

function findGuid(target: EventTarget, guids: readonly string[]): string | null {
  if (!(target instanceof Element)) return null;
  const index = target.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : (guids[Number(index)] ?? null);
}
