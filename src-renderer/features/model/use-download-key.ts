import { type RefObject, useEffect } from 'react';

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** D leads to the first download of a list of files; what it costs is said there, and Enter is what starts it. */
export function useDownloadKey(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key.toLowerCase() !== 'd' || ctrlKey || metaKey || altKey || defaultPrevented) return;
      const isWriting = target instanceof Element && target.closest(fields) !== null;
      if (isWriting || document.querySelector('dialog[open]') !== null) return;
      const first = list.current?.querySelector<HTMLElement>('.button:not(:disabled)');
      first?.focus();
      first?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [list]);
}
