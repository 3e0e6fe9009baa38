const known = { hasPrices: true };

/** Whether the models of the server have prices: its pages say so, and the app once it has asked. */
export const hasPrices = () => known.hasPrices;

export function noteHasPrices(has: boolean) {
  known.hasPrices = has;
}
