/**
 * A tag tells one set of a model's posters from the next: the first signs of each one's SHA-256, in this order, and then of
 * the picture that shows it from all around, where there is one.
 */
const order = ['large', 'medium', 'small'] as const;
type Size = (typeof order)[number];
const signs = 8;
const wholeTag = order.length * signs;

/** The tag of a model as SQL. The posters of people win over those that were rendered. */
export const posterTagExpression = `coalesce((SELECT group_concat(substr(sha256, 1, ${signs}), ''
    ORDER BY CASE size ${order.map((size, index) => `WHEN '${size}' THEN ${index}`).join(' ')} END)
  FROM own_poster WHERE own_poster.model_id = model.id), model.poster_tag)`;

/** Whether a tag names a picture of the model from all around, too. */
export const isTurnTag = (tag: string | null): boolean => tag !== null && tag.length > wholeTag;

/** Whether an address with the one tag may be kept for good while the posters have the other: sites know no turns. */
export const isTagOf = (asked: unknown, tag: string): boolean =>
  asked === tag || asked === tag.slice(0, wholeTag);

/**
 * The parts of a host's tag, so that the posters that a site keeps under them have the same tag together. Of a whole tag
 * each size has its own; a shorter one is dealt out to the sizes that there are.
 */
export function splitPosterTag(tag: string, sizes: readonly Size[]): ReadonlyMap<Size, string> {
  const isTag = /^[0-9a-f]{8,32}$/.test(tag);
  const owners = tag.length >= wholeTag ? order : order.filter((size) => sizes.includes(size));
  const partOf = (index: number) => (isTag ? tag.slice(index * signs, (index + 1) * signs) : '');
  return new Map(owners.map((size, index) => [size, partOf(index)]));
}
