import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

const controls = 'button, input, select';
const arrows = { down: ['ArrowUp', 'ArrowDown'], across: ['ArrowLeft', 'ArrowRight'] } as const;

type Options = { readonly stops?: string; readonly direction?: keyof typeof arrows };

/**
 * Makes a group of controls one stop of the Tab key: the arrows of its direction, Home and End move within it. It is
 * entered where it was left.
 */
export function useOneTabStop(
  group: RefObject<HTMLElement | null>,
  { stops = controls, direction = 'down' }: Options = {},
) {
  const [back, on] = arrows[direction];
  const current = useRef<HTMLElement | null>(null);
  const list = () => [...(group.current?.querySelectorAll<HTMLElement>(stops) ?? [])];

  useLayoutEffect(() => {
    const all = list();
    const entry = all.find((stop) => stop === current.current) ?? all[0];
    for (const stop of all) stop.tabIndex = stop === entry ? 0 : -1;
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
      if (event.key === on) moveTo(all[index + 1]);
      else if (event.key === back) moveTo(all[index - 1]);
      else if (event.key === 'Home' && !isWriting) moveTo(all[0]);
      else if (event.key === 'End' && !isWriting) moveTo(all.at(-1));
      else return;
      event.preventDefault();
    },
  };
}
