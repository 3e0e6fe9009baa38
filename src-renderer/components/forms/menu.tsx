import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import styles from './menu.module.css';

export type MenuItem = {
  readonly label: string;
  readonly icon: IconName;
  readonly isGrave?: boolean;
  readonly onChoose: () => void;
};

/** In px from the top left corner of the window. */
export type MenuPlace = { readonly x: number; readonly y: number };

type MenuProps = {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly place: MenuPlace;
  readonly onClose: () => void;
};

const margin = 8;

/** Returns the next item that starts with the pressed letter. */
function findByLetter(items: readonly HTMLElement[], from: number, key: string): number | undefined {
  if (key.trim().length !== 1) return undefined;
  const order = items.map((_, step) => (from + 1 + step) % items.length);
  return order.find((index) => items[index]?.innerText.trim().toLowerCase().startsWith(key.toLowerCase()));
}

/** A menu at a position in the window; has the focus while mounted. */
export function Menu({ label, items, place, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = menu.current;
    if (shown === null) return;
    const before = document.activeElement;
    shown.showPopover();
    const { width, height } = shown.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    shown.style.left = `${Math.max(margin, Math.min(place.x, innerWidth - width - margin))}px`;
    shown.style.top = `${Math.max(margin, Math.min(place.y, innerHeight - height - margin))}px`;
    shown.querySelector('button')?.focus();
    return () => {
      if (shown.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, [place]);
  const move = (event: KeyboardEvent) => {
    const all: HTMLElement[] = [...(menu.current?.querySelectorAll('button') ?? [])];
    const index = all.findIndex((item) => item.matches(':focus'));
    const next: Readonly<Record<string, number>> = {
      ArrowDown: (index + 1) % all.length,
      ArrowUp: (index - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    event.stopPropagation(); // the grid behind the menu handles keys too
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose();
      return;
    }
    const wanted = next[event.key] ?? findByLetter(all, index, event.key);
    if (wanted === undefined) return;
    event.preventDefault();
    all[wanted]?.focus();
  };
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onKeyDown={move}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      {items.map(({ label: text, icon, isGrave, onChoose }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          data-grave={isGrave}
          onClick={() => {
            onClose();
            onChoose();
          }}
        >
          <Icon name={icon} />
          {text}
        </button>
      ))}
    </div>
  );
}
