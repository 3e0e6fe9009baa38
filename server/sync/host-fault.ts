import { type Sentence, sayOf, textOf, type Words } from '../contract/sentence.ts';

/** Why a file host could not be followed. `what` goes after its address. */
export class HostFault extends Error {
  override readonly name = 'HostFault';
  readonly reason: Sentence;
  /** True if it does not respond or reports itself unavailable; false if it answers incorrectly. */
  readonly isDown: boolean;
  /** Lasts until the host was fully read; one good answer does not clear it. */
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
