import type { ErrorCode } from '../../server/contract/errors.ts';

export type ErrorText = { readonly title: string; readonly hint: string };

/** What stands around an error's own sentence. */
export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  INVALID_INPUT: {
    title: 'Something is not filled in right',
    hint: 'Correct the marked part and send it again.',
  },
  UNAUTHENTICATED: { title: 'You are not signed in', hint: 'Sign in, then try again.' },
  INSUFFICIENT_BALANCE: { title: 'Not enough balance', hint: 'The 1k topology is free for everyone.' },
  API_KEY_REQUIRED: { title: 'An API key is needed', hint: 'Make one on the account page of the server.' },
  FORBIDDEN: { title: 'Not allowed', hint: 'Sign in with an account that may do this.' },
  INSUFFICIENT_SCOPE: {
    title: 'This sign-in lacks a permission',
    hint: 'Sign out, sign in again and leave all permissions ticked.',
  },
  MODEL_NOT_FOUND: {
    title: 'This model is not here',
    hint: 'It may have been removed. Go back and search again.',
  },
  FILE_NOT_FOUND: {
    title: 'This exact file is not here',
    hint: 'No other file was taken in its place. Reload the model and choose again.',
  },
  NOT_FOUND: { title: 'Nothing here', hint: 'Check the address, or start again from Browse.' },
  EMAIL_TAKEN: { title: 'This e-mail has an account', hint: 'Sign in instead, or use another address.' },
  AMBIGUOUS_FILE: { title: 'Several files match', hint: 'Choose one of the listed files.' },
  SESSION_EXPIRED: { title: 'This request has expired', hint: 'Start the sign-in again in the app.' },
  TOO_LARGE: { title: 'Too much at once', hint: 'Send less, then try again.' },
  UNSUPPORTED_MEDIA: { title: 'The server cannot read this', hint: 'Update the app, then try again.' },
  CORRUPT_FILE: { title: 'The file arrived damaged', hint: 'Nothing was kept. Retry the download.' },
  RATE_LIMITED: { title: 'Too many requests', hint: 'Wait a moment, then try again.' },
  INTERNAL: { title: 'Something went wrong', hint: 'Try again. Copy the details if it stays.' },
  FILE_HOST_UNAVAILABLE: {
    title: 'The file host does not answer',
    hint: 'Nothing was charged. Try again in a few minutes.',
  },
  UNAVAILABLE: {
    title: 'The server does not answer',
    hint: 'Try again in a moment; what is downloaded stays usable.',
  },
  INSUFFICIENT_STORAGE: {
    title: 'The disk is full',
    hint: 'Free some space, or choose another library folder in Settings.',
  },
};
