import { type ComponentProps, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Menu, type MenuItem, type MenuPlace } from './menu.tsx';

type MenuButtonProps = ComponentProps<typeof Button> & {
  /** Name of the menu, and of an icon-only button. */
  readonly label: string;
  /** Called each time the menu opens. */
  readonly listItems: () => readonly MenuItem[];
};

export function MenuButton({ label, listItems, ...button }: MenuButtonProps) {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  // A press that closes the menu must not reopen it.
  const isClosing = useRef(false);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={button.children === undefined ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        {...button}
        onPointerDown={() => {
          isClosing.current = place !== null;
        }}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          if (!isClosing.current) setPlace({ x: left, y: bottom });
          isClosing.current = false;
        }}
      />
      {place !== null && (
        <Menu label={label} items={listItems()} place={place} onClose={() => setPlace(null)} />
      )}
    </>
  );
}
