/** For a `ref`: scrolls what is around the element as little as shows all of it. */
export const bringIntoView = (element: Element | null) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
