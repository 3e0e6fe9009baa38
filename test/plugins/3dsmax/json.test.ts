import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runScript } from '../maxscript/run-script.ts';
import { isKind, type Value } from '../maxscript/values.ts';
import { script } from './stage.ts';

const [, reader = ''] =
  /\tstruct LodestockJson\r?\n([\s\S]*?)\n\tstruct /.exec(readFileSync(script, 'utf8')) ?? [];
const struct = `struct LodestockJson\n${reader.replace(/\/\*[\s\S]*?\*\//g, '')}`;

/** What a value of the script stands for in JSON. */
function toJson(value: Value): unknown {
  if (value === undefined) return null;
  if (isKind(value, 'float')) return value.value;
  if (!isKind(value, 'array')) return value;
  const [first, , ...pairs] = value.items;
  if (!isKind(first, 'name')) return value.items.map(toJson);
  return Object.fromEntries(
    pairs.map((pair) => (isKind(pair, 'array') ? [pair.items[0], toJson(pair.items[1])] : [])),
  );
}

function parse(source: string) {
  const { interpreter, error, faults } = runScript(`(${struct})`, { source });
  expect([error, faults]).toEqual(['', []]);
  let read: Value;
  const keep: Value = {
    kind: 'builtin',
    name: 'keep',
    least: 1,
    most: 1,
    keys: [],
    call: ([value]) => {
      read = value;
      return true;
    },
  };
  interpreter.global.names.set('keep', { get: () => keep });
  interpreter.run(`(${struct}\nkeep ((LodestockJson()).parse source))`);
  return toJson(read);
}

const letters = fc.string({ unit: 'grapheme', maxLength: 12 });
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(letters, fc.boolean(), fc.constant(null), fc.integer({ min: -99_999_999, max: 999_999_999 })),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(
      letters.filter((key) => key !== '__proto__'),
      tie('tree'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}));

test('reads whatever JSON a server may write', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(0, 1, 2), (value, indent) => {
      expect(parse(JSON.stringify(value, null, indent))).toEqual(value);
    }),
    { numRuns: 150 },
  );
});

test('keeps the text of an object as it came', () => {
  const body = '{ "b" : 1,"a":{"x":"\\u00e9"} }';
  const source = `{"body":${body},"more":2}`;

  const { value } = runScript(
    `(${struct}\nlocal json = LodestockJson()\nlocal answer = json.parse source\n(json.get answer "body")[2])`,
    { source },
  );

  expect(value).toBe(body);
});

test('refuses half an answer wherever it breaks off', () => {
  const whole = '{"a":[1,{"b":"c\\n"}],"d":null}';

  for (let length = 0; length < whole.length; length += 1) {
    const { error, faults } = runScript(`(${struct}\n(LodestockJson()).parse source)`, {
      source: whole.slice(0, length),
    });
    expect(error).toMatch(/^The server's answer is not valid JSON: /);
    expect(faults).toEqual([]);
  }
});

test('quotes texts so that JSON reads them back', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~\n\r\té]*$/), (text) => {
      const { value } = runScript(`(${struct}\n(LodestockJson()).quote source)`, { source: text });
      expect(JSON.parse(value)).toBe(text);
    }),
  );
});
