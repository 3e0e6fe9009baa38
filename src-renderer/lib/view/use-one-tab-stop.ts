import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';

const controls = 'button, input, select';
const arrows = { down: ['ArrowUp', 'ArrowDown'], across: ['ArrowLeft', 'ArrowRight'] } as const;

type Options = {
  readonly stops?: string;
  readonly direction?: keyof typeof arrows;
  /** Stops that the arrows across the direction jump to, skipping those in between. */
  readonly leaps?: string;
};

/**
 * Makes a group of controls one tab stop: the arrows of its direction, Home and End move within it, and it is entered
 * where it was left. Menus and dialogs that it opens handle their own keys.
 */
export function useOneTabStop(
  group: RefObject<HTMLElement | null>,
  { stops = controls, direction = 'down', leaps }: Options = {},
) {
  const [back, on] = arrows[direction];
  const [leapBack, leapOn] = arrows[direction === 'down' ? 'across' : 'down'];
  const current = useRef<HTMLElement | null>(null);
  const isOwn = (stop: HTMLElement) => {
    const opened = stop.closest('dialog, [popover]');
    return opened === null || !group.current?.contains(opened);
  };
  const list = () => [...(group.current?.querySelectorAll<HTMLElement>(stops) ?? [])].filter(isOwn);
  const canFocus = (stop: HTMLElement) => !stop.matches(':disabled') && stop.checkVisibility();
  const enterAt = (entry: HTMLElement | undefined, all: readonly HTMLElement[]) => {
    for (const stop of all) stop.tabIndex = stop === entry ? 0 : -1;
  };

  const settle = useEffectEvent(() => {
    const all = list();
    const kept = all.find((stop) => stop === current.current && canFocus(stop));
    enterAt(kept ?? all.find(canFocus), all);
  });
  const observed = useRef<{ readonly element: HTMLElement; readonly end: () => void } | null>(null);
  const observe = useEffectEvent((element: HTMLElement | null) => {
    if (observed.current?.element === element) return;
    observed.current?.end();
    observed.current = null;
    if (element === null) return;
    const changes = new MutationObserver(() => settle());
    const sizes = new ResizeObserver(() => settle());
    changes.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    sizes.observe(element);
    const end = () => {
      changes.disconnect();
      sizes.disconnect();
    };
    observed.current = { element, end };
  });
  useLayoutEffect(() => {
    settle();
    observe(group.current);
  });
  useLayoutEffect(() => () => observe(null), []);

  const moveTo = (stop: HTMLElement | undefined) => {
    if (stop === undefined) return;
    stop.focus();
    stop.scrollIntoView({ block: 'nearest' });
  };
  return {
    onFocus: ({ target }: FocusEvent) => {
      const all = list();
      const focused = all.find((stop) => stop === target);
      if (focused === undefined) return;
      current.current = focused;
      enterAt(focused, all);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const all = list().filter(canFocus);
      const index = all.findIndex((stop) => stop.matches(':focus'));
      if (index === -1) return;
      const isLeap = (stop: HTMLElement) => stop.matches(leaps ?? ':not(*)');
      const isWriting = event.target instanceof HTMLInputElement && event.target.type === 'text';
      const ends = { Home: all[0], End: all.at(-1) };
      const leapt = {
        [leapOn]: all.slice(index + 1).find(isLeap),
        [leapBack]: all.slice(0, index).findLast(isLeap),
      };
      const next: Readonly<Record<string, HTMLElement | undefined>> = {
        ...{ [on]: all[index + 1], [back]: all[index - 1] },
        ...(!isWriting && ends),
        ...(!isWriting && leaps !== undefined && leapt),
      };
      if (!Object.hasOwn(next, event.key)) return;
      moveTo(next[event.key]);
      event.preventDefault();
    },
  };
}
