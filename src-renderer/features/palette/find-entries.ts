import type { IconName } from '../../components/icon.tsx';

export type PaletteEntry = {
  readonly id: string;
  readonly label: string;
  /** The kind of entry, in one word. */
  readonly kind: string;
  readonly icon: IconName;
  /** The shortcut for the same action. */
  readonly keys?: string;
  readonly perform: () => void;
};

/** More would require scrolling. */
const most = 12;

const toWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s\-_/·,.]+/)
    .filter((word) => word !== '');

/** Returns the entries that match each typed word at the start of a word; matches at the label's start come first. */
export function findEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const wanted = toWords(text);
  const start = text.trim().toLowerCase();
  const matching = entries.filter(({ label }) => {
    const words = toWords(label);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
  const rank = ({ label }: PaletteEntry) => (label.toLowerCase().startsWith(start) ? 0 : 1);
  return matching.toSorted((left, right) => rank(left) - rank(right)).slice(0, most);
}
