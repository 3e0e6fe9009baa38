/** Cents as the number of US dollars that the contract speaks. */
export const toUsd = (cents: number) => cents / 100;

/** US dollars as cents, to the nearest one. */
export const toCents = (usd: number) => Math.round(usd * 100);

/** Cents as a person reads them, such as $1.50. */
export const formatUsd = (cents: number) => `$${toUsd(cents).toFixed(2)}`;
