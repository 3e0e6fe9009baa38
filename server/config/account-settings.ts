import { z } from 'zod';

const Cents = z.coerce
  .number()
  .min(0)
  .max(1_000_000)
  .transform((usd) => Math.round(usd * 100));

/** Who may look and who may join, and what newcomers and models get without a word of their own. */
export const accountSettings = {
  LODESTOCK_CATALOGUE: z
    .enum(['public', 'private'])
    .default('public')
    .describe('Who can see models: everyone who can reach the server, or only signed-in people and apps'),
  LODESTOCK_REGISTRATION: z
    .enum(['open', 'invite', 'closed'])
    .default('invite')
    .describe(
      'Who can create an account after the first; if unset, admins choose it on the Admin page, and the demo library is open on this computer alone',
    ),
  LODESTOCK_SIGNUP_CREDIT_USD: Cents.prefault(100).describe('Credit for each new account, in US dollars'),
  LODESTOCK_DEFAULT_PRICE_USD: Cents.prefault(1).describe(
    'Price of models that have no price set, in US dollars',
  ),
};

export type AccountConfig = {
  /** Only signed-in callers see models. */
  readonly isPrivate: boolean;
  readonly registration: 'open' | 'invite' | 'closed';
  /** Whether the settings say so; else an admin may. */
  readonly isRegistrationFixed: boolean;
  readonly signupCreditCents: number;
  readonly defaultPriceCents: number;
};

type Values = z.output<z.ZodObject<typeof accountSettings>> & {
  readonly LODESTOCK_FIRST_REGISTRATION?: 'open' | 'invite' | undefined;
};

/** `isTrial`: the demo library on an address of this computer alone. */
export function toAccountConfig(
  value: Values,
  { isRegistrationFixed, isTrial }: { readonly isRegistrationFixed: boolean; readonly isTrial: boolean },
): AccountConfig {
  const usual = isTrial ? 'open' : value.LODESTOCK_REGISTRATION;
  return {
    isPrivate: value.LODESTOCK_CATALOGUE === 'private',
    registration: isRegistrationFixed
      ? value.LODESTOCK_REGISTRATION
      : (value.LODESTOCK_FIRST_REGISTRATION ?? usual),
    isRegistrationFixed,
    signupCreditCents: value.LODESTOCK_SIGNUP_CREDIT_USD,
    defaultPriceCents: value.LODESTOCK_DEFAULT_PRICE_USD,
  };
}
