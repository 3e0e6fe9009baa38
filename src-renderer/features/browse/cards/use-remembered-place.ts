import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { GridSize } from '../../../lib/view/visible-rows.ts';
import type { BrowseStore } from '../store/browse-state.ts';

type Options = {
  readonly store: BrowseStore;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly resultId: number;
  /** False until the content has its height; it cannot be scrolled before. */
  readonly isLaidOut: boolean;
  readonly size: Pick<GridSize, 'columns' | 'rowHeight'>;
  readonly activeIndex: number;
  readonly setActiveIndex: (index: number) => void;
};

/** Restores the position in this result, also when cards change their size; a new result starts at the top. */
export function useRememberedPlace({
  store,
  scroller,
  resultId,
  isLaidOut,
  size: { columns, rowHeight },
  activeIndex,
  setActiveIndex,
}: Options): void {
  const shownResult = useRef<number | null>(null);
  const latestIndex = useRef(activeIndex);
  latestIndex.current = activeIndex;
  const latestScroll = useRef(store.getState().scrollTop);

  useLayoutEffect(() => {
    const watched = scroller.current;
    if (watched === null) return;
    const note = () => {
      latestScroll.current = watched.scrollTop;
    };
    const remember = () => store.getState().rememberPlace(latestScroll.current, latestIndex.current);
    // The last scroll may not have fired its event yet.
    const leave = () => {
      note();
      remember();
    };
    watched.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      watched.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', leave);
      remember();
    };
  }, [store, scroller]);

  const laidOut = useRef({ columns, rowHeight });
  useLayoutEffect(() => {
    const before = laidOut.current;
    laidOut.current = { columns, rowHeight };
    const watched = scroller.current;
    if (watched === null || !isLaidOut || shownResult.current !== resultId) return;
    const atTop = (latestScroll.current / before.rowHeight) * before.columns;
    watched.scrollTop = (atTop / columns) * rowHeight;
    latestScroll.current = watched.scrollTop;
  }, [scroller, resultId, isLaidOut, columns, rowHeight]);

  useLayoutEffect(() => {
    const watched = scroller.current;
    if (watched === null || !isLaidOut || shownResult.current === resultId) return;
    const isReturn = shownResult.current === null;
    shownResult.current = resultId;
    const { scrollTop, activeIndex: kept } = store.getState();
    latestScroll.current = isReturn ? scrollTop : 0;
    watched.scrollTop = latestScroll.current;
    setActiveIndex(isReturn ? kept : 0);
  }, [store, scroller, resultId, isLaidOut, setActiveIndex]);
}
