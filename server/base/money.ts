/** Cents as US dollars, the unit of the API. */
export const toUsd = (cents: number) => cents / 100;

export const toCents = (usd: number) => Math.round(usd * 100);

/** Cents for display, such as $1.50. */
export const formatUsd = (cents: number) => `$${toUsd(cents).toFixed(2)}`;
