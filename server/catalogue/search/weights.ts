/** The searched fields of a model, in the order of all tables about them. */
export const fields = ['title', 'category', 'tags', 'description'] as const;
export type Field = (typeof fields)[number];

/** BM25F parameters: the weight of a word in a field, and how much a long field dilutes it. */
export const fieldWeights = { title: 3.2, category: 2.4, tags: 1, description: 0.48 } as const;
export const fieldLengthShare = { title: 0.4, category: 0.75, tags: 0.4, description: 0.95 } as const;
export const saturation = 1.2;

/**
 * Weights relative to the word itself, for a synonym, a longer word, and the last part of a compound; other forms of
 * the word count in full. A thing that the query describes counts more than the query's words.
 */
export const formWeights = { synonym: 0.1, prefix: 0.2, head: 0.3, described: 3 } as const;

/**
 * Bonus for the order of words in the title, as a share of the best score that the words could reach. `first` counts in
 * full if the title starts with one of them, half at the second word, and so on: "Chair, oak" before "Cover for a
 * chair".
 */
export const titleBoosts = { same: 2, quoted: 1, neighbours: 0.05, first: 0.05 } as const;

/** Bonus for a category whose whole name is the query, as a share of the same score. */
export const categoryBoost = 0.2;

/**
 * If fewer than `fewest` models have all words of a query, models follow that lack one word. The remaining words must
 * have at least `leastShare` of the query's rarity, and one of them at most `mostRead` models. If more than `most` models
 * would follow, none do.
 */
export const nearMatches = { fewest: 10, leastShare: 0.6, most: 100, mostRead: 1000 } as const;

/** Number of best results by words alone that are re-ranked by word order. */
export const reorderedHits = 200;
