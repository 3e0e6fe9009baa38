import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the new page's heading, unless the page took it; leaves the first page alone. */
export function useFocusOnPage(name: string, keeper: RefObject<HTMLElement | null>): void {
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== null;
    if (isElsewhere && (activeElement === keeper.current || activeElement.closest('main') !== null)) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [name, keeper]);
}
