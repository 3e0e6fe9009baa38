/** The parts of a model that are searched, in the order of every table about them. */
export const fields = ['title', 'category', 'tags', 'description'] as const;
export type Field = (typeof fields)[number];

/** How BM25F sees a model: what a word counts in a field, and how much a long field dilutes it. */
export const fieldWeights = { title: 3.2, category: 2.4, tags: 1, description: 0.48 } as const;
export const fieldLengthShare = { title: 0.4, category: 0.75, tags: 0.4, description: 0.95 } as const;
export const saturation = 1.2;

/** The weight of a synonym and of a longer word beside the word itself; other forms of the word count in full. What a text describes counts
 * more than its words. */
export const formWeights = { synonym: 0.1, prefix: 0.2, head: 0.3, described: 3 } as const;

/**
 * What an order of words in the title adds, as a share of the best score that the words could reach; `first` in full where
 * the title begins with one of them, half of it at the second word, and so on: "Chair, oak" before "Cover for a chair".
 */
export const titleBoosts = { same: 2, quoted: 1, neighbours: 0.05, first: 0.05 } as const;

/** The bonus of a category whose whole name is the query, as a share of the same score. */
export const categoryBoost = 0.2;

/**
 * Where fewer than `fewest` models hold all words of a query, those follow that lack one, when the others are at least
 * `leastShare` of its rarity and no more than `most` do. Others than words of up to `mostRead` models are not looked through.
 */
export const nearMatches = { fewest: 10, leastShare: 0.6, most: 100, mostRead: 1000 } as const;

/** The best by words alone that are then looked at for the order of their words. */
export const reorderedHits = 200;
