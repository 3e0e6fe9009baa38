import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import type { GridSize } from '../../lib/visible-rows.ts';
import type { BrowseStore } from './browse-state.ts';
import { findModel } from './browse-state.ts';
import type { ModelLink } from './model-marks.ts';
import { type GridShape, moveActive } from './move-active.ts';

type Options = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly store: BrowseStore;
  readonly size: GridSize;
  readonly activeIndex: number;
  readonly setActiveIndex: (index: number) => void;
  readonly scrollRowIntoView: (row: number) => void;
  readonly onOpen: (model: ModelLink) => void;
  /** Shows the model at this place without leaving the grid. */
  readonly onLook: (index: number) => void;
  readonly onFavourite: (model: ModelLink) => void;
};

/** One tab stop for the whole grid: arrows move it, Enter opens, and recycled rows never carry the focus away. */
export function useGridFocus(options: Options) {
  const { scroller, store, size, activeIndex, setActiveIndex, scrollRowIntoView } = options;
  const { onOpen, onLook, onFavourite } = options;

  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const grid = scroller.current;
    if (grid === null) return;
    const { isEntering, wasLeft, status } = store.getState();
    const isReturn = isFirst.current && wasLeft && document.activeElement === document.body;
    isFirst.current = false;
    const isEntered = isEntering && status === 'ready' && size.itemCount > 0;
    // Before the page's heading would take it; the cell itself follows.
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
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.metaKey || isButton(event.target)) return;
      const model = findModel(store.getState().pages, activeIndex);
      if (event.key === ' ' && !event.ctrlKey && model !== undefined) {
        event.preventDefault();
        return onLook(activeIndex);
      }
      if (event.key === 'f' && !event.ctrlKey && model !== undefined) return onFavourite(model);
      if (event.key === 'Enter' && !event.ctrlKey) {
        event.preventDefault();
        return open(activeIndex);
      }
      const next = moveActive(event.key, activeIndex, shapeOf(size));
      if (next === null) return;
      event.preventDefault();
      setActiveIndex(next);
      scrollRowIntoView(Math.floor(next / size.columns));
    },
    onFocus: (event: FocusEvent) => {
      const index = findIndex(event.target);
      if (index !== null && index !== activeIndex) setActiveIndex(index);
    },
    onClick: (event: MouseEvent) => {
      const index = findIndex(event.target);
      if (isButton(event.target)) return;
      if (index === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
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

/** Buttons on a card do their own work. */
const isButton = (target: EventTarget) => target instanceof Element && target.closest('button') !== null;

function findCell(grid: HTMLElement, index: number): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-index="${index}"]`);
}

function findIndex(target: EventTarget): number | null {
  if (!(target instanceof Element)) return null;
  const index = target.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
}
