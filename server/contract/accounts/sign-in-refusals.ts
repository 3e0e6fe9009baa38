/** Reasons for a rejected company sign-in; the page that shows them has the texts. */
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
