import type { SignInRefusal } from '../../../contract/accounts/sign-in-refusals.ts';

/** The reason for a refused company sign-in; the sign-in page has the words. */
export class CompanyRefusal extends Error {
  readonly reason: SignInRefusal;

  constructor(reason: SignInRefusal, options?: ErrorOptions) {
    super(`The company sign-in was refused: ${reason}.`, options);
    this.reason = reason;
  }
}
