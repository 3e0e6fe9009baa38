/** A model's positions in two rankings, from 0; null if absent. */
type Places = {
  readonly lexical: number | null;
  readonly meaning: number | null;
};

const constant = 60;
const shareOf = (place: number | null) => (place === null ? 0 : 1 / (constant + place + 1));

/** Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
export const fuseRanks = ({ lexical, meaning }: Places) => shareOf(lexical) + shareOf(meaning);
