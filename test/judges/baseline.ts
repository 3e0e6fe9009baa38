/** Findings that are known and stay, each with its reason. One that no judge makes any more is named at the end of a run. */
export const baseline: readonly Explained[] = [
  {
    judge: 'wapiti',
    finding: /Backup file: \/model\//,
    reason:
      'Every address below /model/ is the same page, which asks the API for the model and says that there is none.',
  },
  {
    judge: 'wapiti',
    finding: /X-XSS-Protection is not set/,
    reason: 'Browsers dropped it; the content security policy takes its place.',
  },
  {
    judge: 'wapiti',
    finding: /Strict-Transport-Security is not set/,
    reason: 'The server speaks plain http; a reverse proxy that speaks https sets it, for its name.',
  },
];

type Explained = {
  /** The name of the judge. */
  readonly judge: string;
  readonly finding: RegExp;
  readonly reason: string;
};
