const known = { hasPrices: true };

/** True if the server's models have prices: its pages contain this, and the app requests it. */
export const hasPrices = () => known.hasPrices;

export function noteHasPrices(has: boolean) {
  known.hasPrices = has;
}
