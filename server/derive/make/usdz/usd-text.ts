/** The precision of a 32-bit float. */
export const toNumber = (value: number) => String(Number(value.toPrecision(7)));
export const toTuple = (values: readonly number[]) => `(${values.map(toNumber).join(', ')})`;

/** A list of tuples of `width` numbers, or of single numbers. */
export function toList(values: ArrayLike<number>, width: number): string {
  const items: string[] = [];
  for (let at = 0; at < values.length; at += width)
    items.push(
      width === 1
        ? toNumber(values[at] ?? 0)
        : toTuple(Array.from({ length: width }, (_, part) => values[at + part] ?? 0)),
    );
  return `[${items.join(', ')}]`;
}

export const toQuoted = (text: string) => JSON.stringify(text.replace(/\p{Cc}/gu, ' '));

/** A valid prim name: letters without accents, digits and underscores. */
export function toPrimName(name: string): string {
  const word = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_');
  return /^[A-Za-z_]/.test(word) ? word : `_${word}`;
}

type Prim = {
  readonly type: string;
  readonly name: string;
  /** Metadata lines in the parentheses after its name. */
  readonly about?: readonly string[];
  readonly lines: readonly string[];
};

export const describePrim = ({ type, name, about = [], lines }: Prim): readonly string[] => [
  ...(about.length > 0 ? [`def ${type} "${name}" (`, ...about, ')'] : [`def ${type} "${name}"`]),
  '{',
  ...lines,
  '}',
];
