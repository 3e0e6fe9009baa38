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
import { moveActive } from './move-active.ts';

type Options = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly store: BrowseStore;
  readonly size: GridSize;
  readonly activeIndex: number;
  readonly setActiveIndex: (index: number) => void;
  readonly scrollRowIntoView: (row: number) => void;
  readonly onOpen: (model: ModelLink) => void;
};

/** One tab stop for the whole grid: arrows move it, Enter opens, and recycled rows never carry the focus away. */
export function useGridFocus(options: Options) {
  const { scroller, store, size, activeIndex, setActiveIndex, scrollRowIntoView, onOpen } = options;

  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const grid = scroller.current;
    if (grid === null) return;
    const isLost = isFirst.current && document.activeElement === document.body && hasReturned(store);
    isFirst.current = false;
    if (isLost) grid.focus({ preventScroll: true }); // before the page's heading would take it
    const { activeElement } = document;
    if (size.itemCount === 0 || !grid.contains(activeElement)) return;
    const cell = findCell(grid, activeIndex) ?? grid;
    if (activeElement !== cell) cell.focus({ preventScroll: true });
  });

  const open = (index: number) => {
    const model = findModel(store.getState().pages, index);
    if (model !== undefined) onOpen(model);
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.metaKey) return;
      if (event.key === 'Enter' && !event.ctrlKey) {
        event.preventDefault();
        return open(activeIndex);
      }
      const rowsPerPage = Math.max(1, Math.floor(size.viewportHeight / size.rowHeight));
      const shape = { total: size.itemCount, columns: size.columns, rowsPerPage };
      const next = moveActive(event.key, activeIndex, shape);
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
      if (index === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      store.getState().rememberPlace(scroller.current?.scrollTop ?? 0, index);
      setActiveIndex(index);
      open(index);
    },
  };
}

/** True once the grid was left and is shown again, when the focus would otherwise be lost. */
function hasReturned(store: BrowseStore): boolean {
  const { scrollTop, activeIndex } = store.getState();
  return scrollTop > 0 || activeIndex > 0;
}

function findCell(grid: HTMLElement, index: number): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-index="${index}"]`);
}

function findIndex(target: EventTarget): number | null {
  if (!(target instanceof Element)) return null;
  const index = target.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
}
