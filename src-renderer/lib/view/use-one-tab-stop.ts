import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

const stops = 'button, input, select';

/**
 * Makes a group of controls one stop of the Tab key: up and down arrows, Home and End move within it. It is entered
 * where it was left.
 */
export function useOneTabStop(group: RefObject<HTMLElement | null>) {
  const current = useRef<HTMLElement | null>(null);
  const list = () => [...(group.current?.querySelectorAll<HTMLElement>(stops) ?? [])];

  useLayoutEffect(() => {
    const all = list();
    if (current.current === null || !all.includes(current.current)) current.current = all[0] ?? null;
    for (const stop of all) stop.tabIndex = stop === current.current ? 0 : -1;
  });

  const moveTo = (stop: HTMLElement | undefined) => {
    if (stop === undefined) return;
    stop.focus();
    stop.scrollIntoView({ block: 'nearest' });
  };
  return {
    onFocus: ({ target }: FocusEvent) => {
      current.current = list().find((stop) => stop === target) ?? null;
      for (const stop of list()) stop.tabIndex = stop === target ? 0 : -1;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const all = list();
      const index = all.findIndex((stop) => stop.matches(':focus'));
      const isWriting = event.target instanceof HTMLInputElement && event.target.type === 'text';
      if (event.key === 'ArrowDown') moveTo(all[index + 1]);
      else if (event.key === 'ArrowUp') moveTo(all[index - 1]);
      else if (event.key === 'Home' && !isWriting) moveTo(all[0]);
      else if (event.key === 'End' && !isWriting) moveTo(all.at(-1));
      else return;
      event.preventDefault();
    },
  };
}
