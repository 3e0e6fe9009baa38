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

const textMark = Symbol('ready text');

/** A JSON body that is already written and good for this one answer. */
export type ReadyText = { readonly [textMark]: true; readonly json: string };

export const readyText = (json: string): ReadyText => ({ [textMark]: true, json });

export const isReadyText = (value: unknown): value is ReadyText =>
  typeof value === 'object' && value !== null && textMark in value;
