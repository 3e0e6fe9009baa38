const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export function formatUsd(usd: number): string {
  return dollars.format(usd);
}

export function formatPrice(usd: number): string {
  return usd === 0 ? 'Free' : formatUsd(usd);
}
