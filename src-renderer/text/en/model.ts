import { plainFactsIn } from '../plain-facts.ts';

/** The page of one model: its facts, files and prices. */
export const model = {
  allFiles: 'All formats as ZIP · {{size}}',
  download: 'Download {{format}}, {{size}}',
  downloadWithFiles: 'Download {{format}} with its files, {{size}}',
  downloadWithTextures: 'Download {{format}} with textures, {{size}}',
  facts: {
    animation: 'Animation',
    licence: 'Licence',
    price: 'Price',
    size: 'All files',
    triangles: 'Triangles',
    updated: 'Updated',
    version: 'Version',
  },
  fileOnly: '{{format}} file only · {{size}}',
  files: 'Files',
  filesCount_one: '{{count, number}} file',
  filesCount_other: '{{count, number}} files',
  filesOf: '{{format}} files of {{lod}}',
  format: 'Format',
  copyAttribution: 'Copy attribution',
  licences: {
    by: 'Use it for anything if you name the author.',
    'by-nc': 'Use it if you name the author and earn no money with it.',
    'by-nc-nd': 'Share it unchanged if you name the author and earn no money with it.',
    'by-nc-sa':
      'Use it if you name the author, earn no money with it, and share what you make of it under the same licence.',
    'by-nd': 'Share it unchanged if you name the author.',
    'by-sa':
      'Use it for anything if you name the author and share what you make of it under the same licence.',
    cc0: 'Use it for anything, without naming anyone.',
  },
  loading: 'Loading the model…',
  /** How far the surface of a file is from that of the one it was made from. */
  madeByName: 'textures matched by name',
  madeDeviation: '{{share}} off on average',
  madeFrom: 'made from the {{lod}}',
  madeFromAnother: 'made from another file',
  /** How the topology of a file was found that lies in no topology folder. */
  lodFrom: {
    assumed: 'topology assumed: triangles not counted',
    format: 'source by its format',
    measured: 'topology by its triangles',
  },
  motion: {
    animated: 'animated',
    animatedAndRigged: 'animated, rigged',
    static: 'static',
    staticAndRigged: 'static, rigged',
  },
  noFiles: 'No scene files',
  noFilesHint: 'This model has no file that a 3D app could open. Choose another model.',
  notCounted: 'not counted',
  /** Which programs cannot read a file of a format that they import otherwise. */
  obstacles: {
    never: '{{app}} cannot read this file: it needs {{requirement}}.',
    package: '{{app}} reads this file with the package {{package}} only: it needs {{requirement}}.',
    version: '{{app}} reads this file from version {{version}} on: it is {{requirement}}.',
  },
  /** Fields of a model that its page shows as they are, each with its label. */
  plainFacts: plainFactsIn('en'),
  price: {
    free: 'Free',
    freeWithAccount: 'Free with an account',
    unlocked: 'Unlocked',
    unlocks: 'Unlocks the model for {{price}}',
    unlocksOf: 'Unlocks the model for {{price}}; {{rest}} of your balance remain',
    tooExpensive: 'Unlocking costs {{price}}; your balance is {{balance}}',
  },
  similar: 'More like this',
  sizeWithSupport_one: '{{size}} + {{count, number}} support file ({{supportSize}})',
  sizeWithSupport_other: '{{size}} + {{count, number}} support files ({{supportSize}})',
  tags: 'Tags',
  textureFiles: 'Textures',
  textures: 'Textures as ZIP · {{size}}',
  title: 'Model',
  topology: 'Topology',
  unlock: 'Unlock for {{price}}',
  unlockAndDownload: 'Unlock for {{price}} and download',
  unlocksOnce: 'Each of these unlocks the model for {{price}}. You pay once and all its files are yours.',
  updated: 'Updated {{date}}',
  versions: {
    open: 'Download them on the website',
    title: 'Earlier versions',
    until_one: 'until {{date}}, {{count, number}} file',
    until_other: 'until {{date}}, {{count, number}} files',
    version: 'Version {{version}}',
  },
} as const;
