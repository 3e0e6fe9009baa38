/** Why the company's provider signed nobody in: the page that shows it has the words. */
export const signInRefusals = [
  'denied',
  'disabled',
  'email',
  'expired',
  'first',
  'provider',
  'taken',
] as const;
export type SignInRefusal = (typeof signInRefusals)[number];
