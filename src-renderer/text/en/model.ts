import { plainFactsIn } from '../plain-facts.ts';

/** The page of one model: its facts, files and prices. */
export const model = {
  download: 'Download {{what}}, {{size}}',
  facts: {
    licence: 'Licence',
    version: 'Version',
  },
  files: 'Files',
  filesCount_one: '{{count, number}} file',
  filesCount_other: '{{count, number}} files',
  filesOf: '{{format}} files of {{lod}}',
  copyAttribution: 'Copy attribution',
  licences: {
    by: 'Use it for anything if you credit the author.',
    'by-nc': 'Use it for non-commercial work if you credit the author.',
    'by-nc-nd': 'Share it unchanged for non-commercial purposes if you credit the author.',
    'by-nc-sa':
      'Use it for non-commercial work if you credit the author and share what you make from it under the same licence.',
    'by-nd': 'Share it unchanged if you credit the author.',
    'by-sa':
      'Use it for anything if you credit the author and share what you make from it under the same licence.',
    cc0: 'Use it for anything, without crediting anyone.',
  },
  /** Texts of other catalogues. */
  foreign: {
    changed:
      'The licence or terms have changed since you saw them: the licence is now {{license}}. Read them, then choose the file again.',
    credit: 'Credit',
    filesAt: 'Files at {{name}}',
    noAnswer: 'This server did not ask them. Search again in a moment.',
    noFiles: 'The source offers no files of this model.',
    open: 'Get {{file}}',
    signInWhy:
      'Sign in to get files of {{name}}: this server fetches their addresses only for people with an account.',
    silent: '{{name}} did not answer.',
    source: 'Source',
    terms: 'Terms',
    termsOf: 'Terms of {{name}}',
    title: 'From other catalogues',
    unasked: '{{name}} cannot filter by what you chose.',
  },
  loading: 'Loading the model…',
  /** How far the surface of a file deviates from that of its original. */
  madeByName: 'textures matched by name',
  madeDeviation: '{{share}} off on average',
  madeFrom: 'made from the {{lod}}',
  madeFromAnother: 'made from another file',
  /** How the topology was found for a file outside topology folders. */
  lodFrom: {
    assumed: 'topology assumed: triangles not counted',
    format: 'source, by its format',
    measured: 'topology, by its triangle count',
  },
  matrix: {
    grid: 'Files by topology and format',
    made: '{{label}}, made by this server',
    several: 'Choose one of {{number, number}} files: {{lod}} {{format}}',
    title: 'Download',
    way: 'How much to download',
  },
  noFiles: 'No scene files',
  missing_one: '1 file is missing: {{names}}. The model is delivered without it.',
  missing_other: '{{count, number}} files are missing: {{names}}. The model is delivered without them.',
  noFilesHint: 'This model has no file that a 3D app can open. Choose another model.',
  notCounted: 'not counted',
  /** DCC apps that cannot read this file, although they import its format. */
  obstacles: {
    never: '{{app}} cannot read this file: it needs {{requirement}}.',
    package: '{{app}} reads this file only with the package {{package}}: it needs {{requirement}}.',
    version: '{{app}} reads this file only in version {{version}} or later: it is {{requirement}}.',
  },
  /** Fields of a model that its page shows unchanged, each with its label. */
  plainFacts: plainFactsIn('en'),
  price: {
    free: 'Free',
    freeWithAccount: 'Free with an account',
    needsAccount: 'Needs an account',
    unlocked: 'Unlocked',
    unlocks: 'Unlocks the model for {{price}}',
    unlocksOf: 'Unlocks the model for {{price}} and leaves a balance of {{rest}}',
    tooExpensive: 'Unlocking costs {{price}}; your balance is {{balance}}',
  },
  inState: '{{what}}: {{state}}',
  similar: 'More like this',
  sizeWithSupport_one: '{{size}} + {{count, number}} support file ({{supportSize}})',
  sizeWithSupport_other: '{{size}} + {{count, number}} support files ({{supportSize}})',
  signInToDownload: 'Sign in to download {{what}}',
  tags: 'Tags',
  /** What one download includes. */
  taken: {
    all: 'all {{lod}} files',
    file: '{{lod}} {{format}}',
    textures: '{{lod}} textures',
    withFiles: '{{lod}} {{format}} with its files',
    withTextures: '{{lod}} {{format}} with textures',
  },
  textureFiles: 'Textures',
  title: 'Model',
  topology: 'Topology',
  unlock: 'Unlock for {{price}}: {{what}}',
  unlockAndDownload: 'Unlock for {{price}} and download {{what}}, {{size}}',
  updated: 'Updated {{date}}',
  versions: {
    open: 'Download them on the website',
    title: 'Earlier versions',
    until_one: 'until {{date}}, {{count, number}} file',
    until_other: 'until {{date}}, {{count, number}} files',
    version: 'Version {{version}}',
  },
  ways: {
    all: 'Everything',
    complete: 'With textures',
    file: 'File only',
    textures: 'Textures only',
  },
} as const;
