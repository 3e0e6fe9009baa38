import { formatUsd, toUsd } from '../base/money.ts';
import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';

/** A key's lifetime cap, and how much of it is used. */
export type SpendingCap = { readonly name: string; readonly capCents: number; readonly spentCents: number };

/** Throws FORBIDDEN if these cents would exceed a key's cap. */
export function requireWithinCap(cap: SpendingCap | null, cents: number): void {
  if (cap === null || cents === 0 || cap.spentCents + cents <= cap.capCents) return;
  const { name, capCents, spentCents } = cap;
  throw new AppError(
    'FORBIDDEN',
    sentence`"${{ name }}" may spend ${{ cap: formatUsd(capCents) }} and has spent ${{ spent: formatUsd(spentCents) }}; this costs ${{ price: formatUsd(cents) }}. Make a key with a higher cap, or sign the app in again.`,
    {
      details: { spendingCapUsd: toUsd(capCents), spentUsd: toUsd(spentCents), priceUsd: toUsd(cents) },
    },
  );
}

/** Throws FORBIDDEN if a key that needs approval charges without one. */
export function requireApproval(isApproved: boolean): void {
  if (isApproved) return;
  throw new AppError('FORBIDDEN', 'Nobody has approved this charge. Ask for the same file again.');
}

/** Throws INSUFFICIENT_BALANCE if a model costs more than the balance. */
export function requireBalance(
  { title, priceCents }: { readonly title: string; readonly priceCents: number },
  balanceCents: number,
): void {
  if (balanceCents >= priceCents) return;
  throw new AppError(
    'INSUFFICIENT_BALANCE',
    sentence`"${{ title }}" costs ${{ price: formatUsd(priceCents) }} and your balance is ${{ balance: formatUsd(balanceCents) }}. Ask for credit, or take its free 1k files.`,
    { details: { priceUsd: toUsd(priceCents), balanceUsd: toUsd(balanceCents) } },
  );
}

export const reasonOf = (title: string) => `Unlocked ${title}`;
