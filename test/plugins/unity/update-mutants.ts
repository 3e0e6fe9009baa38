import { meetChangedUpdate, meetMissingFeed, meetPin, meetStranger, type Walk } from './mutant-walks.ts';

export type Mutant = readonly [what: string, from: string, to: string, along: Walk, reason: string];

/** Mistakes of looking for updates in the desktop app. */
export const updateMutants: readonly Mutant[] = [
  [
    'an app that is asked although the server answers',
    'isAway || status >= 500',
    'isAway || status >= 400',
    meetMissingFeed,
    'to deeply equal []',
  ],
  [
    'a note that leads elsewhere',
    'FirstOrDefault(Web.IsLoopback)',
    'FirstOrDefault(one => one != "")',
    meetStranger,
    'to deeply equal []',
  ],
  [
    'an update that nobody checks',
    'if (hash != file.Sha256)',
    'if (hash == "")',
    meetChangedUpdate,
    "'Version 0.10.0 is installe",
  ],
  [
    'an offer of the app that outlives its reason',
    'if (IsFromApp)\n            {',
    'if (IsFromApp && Offered == "")\n            {',
    meetPin,
    "'Version 0.10.0 is installe",
  ],
];
