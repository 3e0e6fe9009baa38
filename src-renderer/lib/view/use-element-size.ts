import { type RefObject, startTransition, useLayoutEffect, useState } from 'react';

export type ElementSize = { readonly width: number; readonly height: number };

/** Returns the inner size of an element in whole px; null before the first layout. */
export function useElementSize(element: RefObject<HTMLElement | null>): ElementSize | null {
  const [size, setSize] = useState<ElementSize | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = watched; // includes the padding, not the border or scroll bar
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    };
    // Before the first interaction, content that depends on the size renders as a transition, as a slow phone would
    // freeze otherwise. Afterwards, nothing may flicker.
    if (navigator.userActivation?.hasBeenActive === false) startTransition(measure);
    else measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
