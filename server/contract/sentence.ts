export type Value = string | number | Sentence;
type Values = Readonly<Record<string, Value>>;

/** A message for people. The key is the English with a name in braces for each value; translations use it. */
export type Sentence = { readonly key: string; readonly values: Values };

/** A text without values is its own key. */
export type Words = string | Sentence;

/**
 * sentence`The file ${{ file: name }} is full.` has the key `The file {file} is full.` A string value is a name or a
 * quotation; words that need translation must be a sentence of their own.
 */
export const sentence = (parts: readonly string[], ...holes: readonly Values[]): Sentence => ({
  key: parts.reduce((before, part, index) => `${before}{${Object.keys(holes[index - 1] ?? {})[0]}}${part}`),
  values: Object.assign({}, ...holes),
});

const toSentence = (words: Words): Sentence =>
  typeof words === 'string' ? { key: words, values: {} } : words;

export const joinWords = (between: string, sentences: readonly Words[]): Sentence => ({
  key: sentences.map((_, index) => `{${index}}`).join(between),
  values: Object.fromEntries(sentences.map((one, index) => [index, toSentence(one)])),
});

/** Joins sentences with spaces. */
export const inTurn = (...sentences: readonly Words[]): Sentence => joinWords(' ', sentences);

/** Puts a subject before words about it. */
export function sayOf(subject: Values, words: Words): Sentence {
  const { key, values } = toSentence(words);
  return { key: `{${Object.keys(subject)[0]}} ${key}`, values: { ...values, ...subject } };
}

/** Returns the field that accompanies the English, for translation. */
export const besideEnglish = (words: Words | null) =>
  typeof words === 'object' && words !== null ? { sentence: words } : {};

export const mapTexts = ({ key, values }: Sentence, map: (text: string) => string): Sentence => {
  const mapValue = (value: Value) =>
    typeof value === 'object' ? mapTexts(value, map) : typeof value === 'string' ? map(value) : value;
  return {
    key,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mapValue(value)])),
  };
};

/** Fills values into a key or its translation. */
export const fillIn = (template: string, values: Values, toText: (value: Value) => string): string =>
  template.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? hole : toText(value);
  });

/** Returns the English. */
export const textOf = (value: Value): string =>
  typeof value === 'object' ? fillIn(value.key, value.values, textOf) : String(value);

const deepest = 8;

/** True if a value from the network is a sentence. */
export function isSentence(value: unknown, depth = deepest): value is Sentence {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  const { key, values } = value as Partial<Sentence>;
  if (typeof key !== 'string' || typeof values !== 'object' || values === null) return false;
  return Object.values(values).every(
    (one) => typeof one === 'string' || typeof one === 'number' || isSentence(one, depth - 1),
  );
}
