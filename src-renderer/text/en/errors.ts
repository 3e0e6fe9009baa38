import type { ErrorCode } from '../../../server/contract/errors.ts';

type ErrorText = { readonly title: string; readonly hint: string };

/** Title and hint around an error's own sentence. */
export const errors = {
  INVALID_INPUT: {
    title: 'Some fields need attention',
    hint: 'Correct the marked fields, then try again.',
  },
  UNAUTHENTICATED: { title: 'You are not signed in', hint: 'Sign in, then try again.' },
  INSUFFICIENT_BALANCE: { title: 'Not enough balance', hint: 'The 1k topology is free for everyone.' },
  API_KEY_REQUIRED: {
    title: 'An API key is required',
    hint: 'Create one on the account page of the server.',
  },
  FORBIDDEN: { title: 'Not allowed', hint: 'Sign in with an account that has permission.' },
  INSUFFICIENT_SCOPE: {
    title: 'This sign-in lacks a permission',
    hint: 'Sign out, sign in again and leave all permissions ticked.',
  },
  MODEL_NOT_FOUND: {
    title: 'Model not found',
    hint: 'It may have been removed. Go back and search again.',
  },
  FILE_NOT_FOUND: {
    title: 'This exact file is not available',
    hint: 'No other file was downloaded instead. Reload the model and choose again.',
  },
  NOT_FOUND: { title: 'Nothing found here', hint: 'Check the address, or start again from Browse.' },
  EMAIL_TAKEN: {
    title: 'This e-mail is already registered',
    hint: 'Sign in instead, or use another address.',
  },
  OFFSET_CHANGED: {
    title: 'The upload is at a different position',
    hint: 'Ask the server for its position, then continue from there.',
  },
  CHECKSUM_MISMATCH: {
    title: 'The file arrived damaged',
    hint: 'The damaged part was discarded. Send it again.',
  },
  VERSION_CHANGED: {
    title: 'The model has changed',
    hint: 'Open the model and choose again to get the new version.',
  },
  FILE_EDITED: {
    title: 'You have changed this file',
    hint: 'Keep your changes, or set them aside and download the original.',
  },
  PRICE_CHANGED: { title: 'The price has changed', hint: 'Check the new price, then confirm again.' },
  AMBIGUOUS_FILE: { title: 'Several files match', hint: 'Choose one of the listed files.' },
  SESSION_EXPIRED: { title: 'This request has expired', hint: 'Start signing in again from the app.' },
  TOO_LARGE: { title: 'The request is too large', hint: 'Send less, then try again.' },
  UNSUPPORTED_MEDIA: { title: 'The server cannot read this', hint: 'Update the app, then try again.' },
  CORRUPT_FILE: { title: 'The file arrived damaged', hint: 'Retry the download. Intact files are kept.' },
  RATE_LIMITED: { title: 'Too many requests', hint: 'Wait a moment, then try again.' },
  INTERNAL: {
    title: 'Something went wrong',
    hint: 'Try again. If it keeps happening, copy the details.',
  },
  FILE_HOST_UNAVAILABLE: {
    title: 'The file host is not responding',
    hint: 'Nothing was charged. Try again in a few minutes.',
  },
  UNAVAILABLE: {
    title: 'The server is not responding',
    hint: 'Try again in a moment. Your downloads still work.',
  },
  INSUFFICIENT_STORAGE: {
    title: 'The disk is full',
    hint: 'Free up some space, or choose another library folder in Settings.',
  },
} as const satisfies Readonly<Record<ErrorCode, ErrorText>>;

/** Failures that pages detect themselves: what happened, then the next step. */
export const failures = {
  amount: 'This is not an amount of money.',
  amountHint: 'Enter dollars and whole cents, such as 12.50',
  copyDetails: 'Details: {{details}}',
  copyRequestId: 'Request ID: {{id}}',
  download: 'The download failed.',
  noAnswer: 'The server is not responding. Check your connection, then try again.',
  noAnswerToDownload:
    'The server is not responding. Check your connection, then try again; a model is never charged twice.',
  noModel: 'There is no model “{{name}}” on this server.',
  spendingCap: 'The spending cap is not an amount.',
} as const;
