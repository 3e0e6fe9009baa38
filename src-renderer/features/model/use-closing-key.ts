import { useEffect } from 'react';

/** Escape closes what is open before it leaves the page; dialogs and fields use the key for themselves first. */
export function useClosingKey(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOpen, close]);
}
