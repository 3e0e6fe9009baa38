import { type Sentence, sayOf, textOf, type Words } from '../contract/sentence.ts';

/** Why a file host could not be followed now. `what` goes after its address. */
export class HostFault extends Error {
  override readonly name = 'HostFault';
  readonly reason: Sentence;
  /** It is not responding, or says itself that it cannot now; otherwise it answers what no file host should. */
  readonly isDown: boolean;
  /** It holds until the host was read to its end; one good answer does not cure it. */
  readonly isUnending: boolean;

  constructor(
    host: string,
    what: Words,
    options: { isDown?: boolean; isUnending?: boolean; cause?: unknown } = {},
  ) {
    const reason = sayOf({ host }, what);
    super(textOf(reason), options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.isDown = options.isDown ?? false;
    this.isUnending = options.isUnending ?? false;
  }
}
