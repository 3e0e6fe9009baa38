import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { type GridShape, moveActive } from '../../../lib/view/move-active.ts';
import type { GridSize } from '../../../lib/view/visible-rows.ts';
import type { BrowseStore } from '../store/browse-state.ts';
import { findModel } from '../store/browse-state.ts';
import type { CardMenuPlace } from './card-menu.tsx';
import type { ModelLink } from './model-marks.ts';
import type { Picks } from './picks.ts';

type Options = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly store: BrowseStore;
  readonly size: GridSize;
  readonly activeIndex: number;
  readonly setActiveIndex: (index: number) => void;
  readonly scrollRowIntoView: (row: number) => void;
  readonly onOpen: (model: ModelLink) => void;
  readonly onLook: (index: number) => void;
  readonly onFavourite: (model: ModelLink) => void;
  readonly onCollect: (model: ModelRecord) => void;
  readonly onMenu: (place: CardMenuPlace) => void;
  readonly picks: Picks;
};

/** One tab stop for the whole grid: arrows move it, Enter opens, and recycled rows never take the focus away. */
export function useGridFocus(options: Options) {
  const { scroller, store, size, activeIndex, setActiveIndex, scrollRowIntoView } = options;
  const { onOpen, onLook, onFavourite, onCollect, onMenu, picks } = options;

  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const grid = scroller.current;
    if (grid === null) return;
    const { isEntering, wasLeft, status } = store.getState();
    const isReturn = isFirst.current && wasLeft && document.activeElement === document.body;
    isFirst.current = false;
    const isEntered = isEntering && status === 'ready' && size.itemCount > 0;
    // Before the page's heading takes the focus; the cell follows later.
    if (isReturn || isEntered) grid.focus({ preventScroll: true });
    if (isEntered) store.setState({ isEntering: false });
    const { activeElement } = document;
    if (size.itemCount === 0 || !grid.contains(activeElement)) return;
    const cell = findCell(grid, activeIndex) ?? grid;
    if (activeElement !== cell) cell.focus({ preventScroll: true });
  });

  const open = (index: number) => {
    const model = findModel(store.getState().pages, index);
    if (model === undefined) return;
    store.setState({ wasLeft: true });
    onOpen(model);
  };
  /** Handles a key for the focused model or the selection; returns false if it does nothing. */
  const act = (key: string): boolean => {
    const model = findModel(store.getState().pages, activeIndex);
    if (key === 'Escape' && picks.picked.size === 0) return false;
    const deeds: Readonly<Record<string, () => void>> = {
      Escape: picks.clear,
      Enter: () => open(activeIndex),
      x: () => picks.toggle(activeIndex),
      ...(model !== undefined && {
        ' ': () => onLook(activeIndex),
        f: () => onFavourite(model),
        c: () => onCollect(model),
      }),
    };
    deeds[key]?.();
    return deeds[key] !== undefined;
  };
  const move = (event: KeyboardEvent): boolean => {
    const next = moveActive(event.key, activeIndex, shapeOf(size));
    if (next === null) return false;
    if (event.shiftKey) picks.extend(next, activeIndex);
    else picks.endRange();
    setActiveIndex(next);
    scrollRowIntoView(Math.floor(next / size.columns));
    return true;
  };
  const pickAll = (): boolean => {
    picks.pickAll();
    return true;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || isButton(event.target)) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const isAll = isCommand && event.key.toLowerCase() === 'a';
      if (isAll ? pickAll() : (!isCommand && act(event.key)) || (!event.metaKey && move(event)))
        event.preventDefault();
    },
    onFocus: (event: FocusEvent) => {
      const index = findIndex(event.target);
      if (index !== null && index !== activeIndex) setActiveIndex(index);
    },
    // Otherwise the browser selects text, and the focus leaves the start of the range.
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey && findIndex(event.target) !== null) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const index = findIndex(event.target);
      if (index === null || event.ctrlKey || event.metaKey || event.button !== 0) return;
      if (event.shiftKey) {
        event.preventDefault();
        scroller.current?.focus({ preventScroll: true });
        setActiveIndex(index);
        return picks.extend(index, activeIndex);
      }
      if (isPick(event.target)) {
        setActiveIndex(index);
        return picks.toggle(index);
      }
      const more = findMore(event.target);
      if (more !== undefined) {
        const { left: x, bottom: y } = more.getBoundingClientRect();
        setActiveIndex(index);
        return onMenu({ index, x, y });
      }
      if (isButton(event.target)) return;
      event.preventDefault();
      store.getState().rememberPlace(scroller.current?.scrollTop ?? 0, index);
      setActiveIndex(index);
      open(index);
    },
  };
}

export const shapeOf = (size: GridSize): GridShape => ({
  total: size.itemCount,
  columns: size.columns,
  rowsPerPage: Math.max(1, Math.floor(size.viewportHeight / size.rowHeight)),
});

const isPick = (target: EventTarget) => target instanceof Element && target.closest('[data-pick]') !== null;

const findMore = (target: EventTarget) =>
  target instanceof Element ? (target.closest('[data-more]') ?? undefined) : undefined;

/** Buttons on a card handle their own clicks. */
const isButton = (target: EventTarget) => target instanceof Element && target.closest('button') !== null;

function findCell(grid: HTMLElement, index: number): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-index="${index}"]`);
}

export function findIndex(target: EventTarget): number | null {
  if (!(target instanceof Element)) return null;
  const index = target.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
}
