type NumberedItems<Item, Packed> = {
  /** Returns the item's index in the list, and packs it on first use. */
  readonly indexOf: (item: Item) => number;
  readonly list: readonly Packed[];
};

/** Packs each item once, and refers to it by number. */
export function numberItems<Item, Packed>(pack: (item: Item) => Packed): NumberedItems<Item, Packed> {
  const numbers = new Map<Item, number>();
  const list: Packed[] = [];
  return {
    list,
    indexOf(item) {
      const known = numbers.get(item);
      if (known !== undefined) return known;
      const packed = pack(item);
      numbers.set(item, list.length);
      return list.push(packed) - 1;
    },
  };
}
