type NumberedItems<Item, Packed> = {
  /** Where the packed item is in the list, packed when it is met for the first time. */
  readonly indexOf: (item: Item) => number;
  readonly list: readonly Packed[];
};

/** Packs each thing once, and refers to it by number. */
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
