/** Models that cost something, and people who can pay. */
export const withPrices = {
  LODESTOCK_PRICES: 'on',
  LODESTOCK_DEFAULT_PRICE_USD: '1',
  LODESTOCK_SIGNUP_CREDIT_USD: '100',
} as const;
