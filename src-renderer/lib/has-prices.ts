/** Whether the models of the server have prices: its pages say so, and the app once it has asked. */
export const hasPrices = () => document.documentElement.dataset.prices !== 'off';

export function noteHasPrices(has: boolean) {
  document.documentElement.dataset.prices = has ? 'on' : 'off';
}
