import { type RefObject, startTransition, useLayoutEffect, useState } from 'react';

export type ElementSize = { readonly width: number; readonly height: number };

/** Inner size of an element in whole px; null before the first layout. */
export function useElementSize(element: RefObject<HTMLElement | null>): ElementSize | null {
  const [size, setSize] = useState<ElementSize | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = watched; // with the padding, without a border or scroll bar
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    };
    // On a fresh, untouched page, what depends on the size is drawn in slices: a slow
    // phone would freeze otherwise. Later, nothing may blink.
    if (navigator.userActivation?.hasBeenActive === false) startTransition(measure);
    else measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
