/** Why a file host could not be followed now, as a sentence that begins with its address. */
export class HostFault extends Error {
  override readonly name = 'HostFault';
  /** It is not responding, or says itself that it cannot now; otherwise it answers what no file host should. */
  readonly isDown: boolean;
  /** It holds until the host was read to its end; one good answer does not cure it. */
  readonly isUnending: boolean;

  constructor(message: string, options: { isDown?: boolean; isUnending?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.isDown = options.isDown ?? false;
    this.isUnending = options.isUnending ?? false;
  }
}
