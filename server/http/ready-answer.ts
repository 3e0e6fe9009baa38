const mark = Symbol('ready answer');

/** A JSON body that is already written. `isLasting` tells that it holds until the catalogue changes. */
export type ReadyAnswer = {
  readonly [mark]: true;
  readonly body: Buffer;
  readonly isLasting: boolean;
};

export const readyAnswer = (json: string | Buffer, { isLasting = true } = {}): ReadyAnswer => ({
  [mark]: true,
  body: typeof json === 'string' ? Buffer.from(json) : json,
  isLasting,
});

export const isReadyAnswer = (value: unknown): value is ReadyAnswer =>
  typeof value === 'object' && value !== null && mark in value;
