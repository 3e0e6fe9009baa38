import type { IconName } from '../../components/icon.tsx';

/** Something that the palette leads to or does. */
export type PaletteEntry = {
  readonly id: string;
  readonly label: string;
  /** The kind of entry, in a word. */
  readonly kind: string;
  readonly icon: IconName;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly perform: () => void;
};

/** More would have to be scrolled through. */
const most = 12;

const toWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s\-_/·,.]+/)
    .filter((word) => word !== '');

/** The entries of which each written word begins a word; first those whose label begins so. */
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
