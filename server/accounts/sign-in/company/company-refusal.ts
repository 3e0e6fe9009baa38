import type { SignInRefusal } from '../../../contract/accounts/sign-in-refusals.ts';

/** Why the company's provider signed nobody in here; the sign-in page has the words. */
export class CompanyRefusal extends Error {
  readonly reason: SignInRefusal;

  constructor(reason: SignInRefusal, options?: ErrorOptions) {
    super(`The company sign-in was refused: ${reason}.`, options);
    this.reason = reason;
  }
}
