/** What the server says, as it says it. */
export const sentences = {
  indexing: 'The search index is being built: {{percent}}% done.',
  welcomeCredit: 'Welcome credit',
  wrongPassword: 'E-mail address or password is wrong. Check both and try again.',
} as const;
