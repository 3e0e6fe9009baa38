import { areEqual, booleanOf, describe, integerOf, itemsOf, numberOf, textOf, typeName } from './describe.ts';
import {
  type Builtin,
  isKind,
  type MaxObject,
  ok,
  ProgrammingError,
  toArray,
  toBuiltin,
  toFloat,
  toObject,
  type Value,
} from './values.ts';

/** The documentation does not say whether case counts: a script must not depend on it. */
function findText(text: string, wanted: string): Value {
  const [exact, loose] = [text.indexOf(wanted), text.toLowerCase().indexOf(wanted.toLowerCase())];
  if (exact !== loose) throw new ProgrammingError('-- findString here depends on whether case counts');
  return exact < 0 ? undefined : exact + 1;
}

function split(text: string, separators: string, isKeepingEmpty: boolean): Value {
  const parts = [''];
  for (const character of text) {
    if (separators.includes(character)) parts.push('');
    else parts.push(`${parts.pop()}${character}`);
  }
  return toArray(isKeepingEmpty ? parts : parts.filter((part) => part !== ''));
}

function trim(text: string, characters: string, isLeft: boolean): string {
  let rest = text;
  const edge = () => (isLeft ? rest.slice(0, 1) : rest.slice(-1));
  while (rest !== '' && characters.includes(edge())) rest = isLeft ? rest.slice(1) : rest.slice(0, -1);
  return rest;
}

function cut(text: string, from: number, size: number): string {
  if (from < 1 || size === 0) throw new ProgrammingError(`-- substring from ${from} of size ${size}`);
  return size < 0 ? text.slice(from - 1) : text.slice(from - 1, from - 1 + size);
}

const blanks = ' \t\r\n';

const texts: readonly Builtin[] = [
  toBuiltin('substring', 3, ([text, from, size]) => cut(textOf(text), integerOf(from), integerOf(size))),
  toBuiltin('findString', 2, ([text, wanted]) => findText(textOf(text), textOf(wanted))),
  toBuiltin('substituteString', 3, ([text, from, to]) =>
    textOf(text).replaceAll(textOf(from), () => textOf(to)),
  ),
  toBuiltin(
    'formattedPrint',
    1,
    ([value], keys) => {
      const digits = /^\.(\d+)f$/.exec(textOf(keys.get('format')))?.[1];
      if (!isKind(value, 'float') || digits === undefined)
        throw new ProgrammingError('-- formattedPrint: here only a Float as .2f');
      return value.value.toFixed(Number(digits));
    },
    ['format'],
  ),
  toBuiltin('toLower', 1, ([text]) => textOf(text).toLowerCase()),
  toBuiltin('trimLeft', [1, 2], ([text, signs = blanks]) => trim(textOf(text), textOf(signs), true)),
  toBuiltin('trimRight', [1, 2], ([text, signs = blanks]) => trim(textOf(text), textOf(signs), false)),
  toBuiltin(
    'filterString',
    2,
    ([text, separators], keys) =>
      split(textOf(text), textOf(separators), booleanOf(keys.get('splitemptytokens') ?? false)),
    ['splitemptytokens'],
  ),
];

const lists: readonly Builtin[] = [
  toBuiltin('append', 2, ([list, item]) => {
    itemsOf(list).push(item);
    return list;
  }),
  toBuiltin('deleteItem', 2, ([list, place]) => {
    itemsOf(list).splice(integerOf(place) - 1, 1);
    return ok;
  }),
  toBuiltin('findItem', 2, ([list, item]) => itemsOf(list).findIndex((one) => areEqual(one, item)) + 1),
  toBuiltin('sort', 1, ([list]) => {
    itemsOf(list).sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
    return list;
  }),
  toBuiltin('amax', 2, ([first, second]) => {
    const most = Math.max(numberOf(first), numberOf(second));
    return Number.isInteger(most) ? most : toFloat(most);
  }),
  toBuiltin('classOf', 1, ([value]) => ({ kind: 'class', name: typeName(value) })),
];

const bit: MaxObject = toObject('bit', {
  and: toBuiltin('bit.and', 2, ([first, second]) => integerOf(first) & integerOf(second)),
  intAsChar: toBuiltin('bit.intAsChar', 1, ([code]) => String.fromCharCode(integerOf(code))),
  charAsInt: toBuiltin('bit.charAsInt', 1, ([text]) => textOf(text).charCodeAt(0)),
});

const classes = ['Array', 'String', 'Integer', 'Float'].map((name): [string, Value] => [
  name,
  { kind: 'class', name },
]);

/** Functions on texts, numbers and arrays; `print` takes what a script writes to the listener. */
export function createTextFunctions(print: (line: string) => void): readonly (readonly [string, Value])[] {
  const format = toBuiltin('format', [1, 9], ([pattern, ...values]) => {
    let used = 0;
    print(
      textOf(pattern).replaceAll('%', () => {
        used += 1;
        return describe(values[used - 1]);
      }),
    );
    return ok;
  });
  const named = [...texts, ...lists, format].map((one): [string, Value] => [one.name, one]);
  return [...named, ...classes, ['bit', bit], ['ok', ok]];
}
