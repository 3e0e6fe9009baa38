import { type RefObject, useLayoutEffect, useState } from 'react';

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
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
