/** For a `ref`: scrolls just enough to show the whole element. */
export const bringIntoView = (element: Element | null) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
