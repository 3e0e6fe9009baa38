const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Every limit of the public interface. Times in milliseconds, sizes in bytes. */
export const limits = {
  pageSize: { default: 24, max: 200 },
  similar: { default: 12, max: 50 },
  /** Rendering posters: time per job, size of one picture, and attempts per model. */
  poster: { timeout: minute, bytes: 2 * 1024 * 1024, jpegBytes: 512 * 1024, attempts: 3 },
  /** Making a model's levels: time, memory of the process, attempts after a crash, and limits of a source. */
  levels: {
    timeout: 3 * minute,
    memoryBytes: 3 * 1024 ** 3,
    attempts: 2,
    sourceBytes: 512 * 1024 ** 2,
    sourceTriangles: 8_000_000,
  },
  /** Making an asset for Blender: time, Blender's memory, attempts after a crash, and limits of a source. */
  assets: {
    timeout: 3 * minute,
    memoryBytes: 4 * 1024 ** 3,
    attempts: 2,
    sourceBytes: 256 * 1024 ** 2,
    sourceTriangles: 2_000_000,
  },
  /**
   * Publishing: how long an upload is stored after its last byte, uploads per account and their size, uploads per
   * model, length of a path, and the free disk space that no upload may take.
   */
  publish: {
    uploadLife: 7 * day,
    /** How long an upload's space is reserved after its last byte arrived. */
    reservedFor: hour,
    uploads: 5000,
    fileBytes: 100 * 1024 ** 3,
    files: 2000,
    pathLength: 4096,
    spareBytes: 1024 ** 3,
    list: 200,
  },
  queryLength: 400,
  filterValues: 50,
  tagFacets: 50,
  bodyBytes: 64 * 1024,
  accountPage: { default: 1000, max: 1000 },
  invitation: { defaultDays: 7, maxDays: 365 },
  amountUsd: 1_000_000,
  /** Characters of an admin's text, as more would slow down every search. */
  synonyms: { characters: 200_000, tried: 10 },
  /** Per account at one time. */
  apiKeys: 100,
  /** Per account: collections, models in each, and models in one change. */
  modelLists: { collections: 50, models: 2000, change: 500 },
  /** Per account: projects, their uses in total, models in one change or report, and characters of allowed licences. */
  projects: { count: 200, uses: 10_000, sent: 2000, bodyBytes: 1024 * 1024, allows: 50, licence: 300 },
  /** Per account: searches, length of their parameters, and seen models remembered for each. */
  savedSearches: { count: 50, queryLength: 2000, seen: 100 },
  /** Groups of people, members of each, and rights, as an admin saves them. */
  rights: { groups: 500, members: 5000, rights: 2000, bodyBytes: 4 * 1024 * 1024 },
  /** Links of an account: number, default and longest life in days, how long ended ones stay, view count interval. */
  shares: { count: 200, days: 7, maxDays: 365, remembered: 30 * day, countEvery: minute },
  /**
   * Tags and notes of an account: entries (one per model and per computer that wrote about it) and their characters in
   * total, tags and characters of one entry, and the size of one request and one answer.
   */
  ownNotes: {
    entries: 20_000,
    characters: 16_000_000,
    tags: 64,
    tagLength: 64,
    noteLength: 20_000,
    /** Concurrent notes are shown as one text until a person merges them. */
    joinedLength: 100_000,
    /** Removed tags are remembered, so that they stay removed. */
    rememberedTags: 1000,
    writers: 1000,
    sent: 100,
    bodyBytes: 1024 * 1024,
    page: 500,
    pageCharacters: 1_000_000,
  },
  /** Per key, plans that wait for approval; and how long a plan and an approval are valid. */
  agentPlans: { pending: 20, lifetime: 15 * minute },
  password: { min: 8, max: 256 },
  signInSession: { lifetime: 10 * minute, interval: 2 * second, slowDown: 5 * second, codeGuesses: 5 },
  /** Apps that sign in by OAuth: life of a code and an access token, and the default terms of a grant. */
  oauth: {
    code: minute,
    access: hour,
    grantDays: { usual: 30, max: 365 },
    spendingCapUsd: 5,
    returnAddresses: 10,
  },
  /** How often the last use of a token is saved. */
  tokenUse: 5 * minute,
  token: { user: 90 * day, plugin: 365 * day, session: 14 * day },
  /** Larger files have a SHA-256 for each chunk of this size. */
  leafBytes: 8 * 1024 * 1024,
  /** `clockSkew`: how far the clocks of a site and its file hosts may differ. */
  capability: { lifetime: 15 * minute, clockSkew: 5 * minute },
  /**
   * Wrong passwords for one account from one place (a network address, or a browser that has signed in before), and
   * from all unknown places together, so that using many addresses does not circumvent the first limit.
   */
  wrongPasswords: {
    fromOnePlace: { max: 10, window: 10 * minute },
    fromUnknownPlaces: { max: 50, window: 30 * minute },
  },
  /** How long a place from which an account signed in is remembered. */
  signInPlaces: 90 * day,
  /** Wrong codes per account for sign-ins of apps. */
  wrongCodes: { max: 5, window: 10 * minute },
  /** Limited routes; calls are counted per network address or per token. */
  routeRates: {
    register: { max: 60, window: minute, per: 'address', what: 'new accounts from your address' },
    login: { max: 120, window: minute, per: 'address', what: 'sign-ins from your address' },
    signInStart: { max: 60, window: minute, per: 'address', what: 'sign-ins of apps from your address' },
    oauthMistakes: {
      max: 120,
      window: minute,
      per: 'address',
      what: 'wrong requests of apps from your address',
    },
    wrongLinks: { max: 60, window: minute, per: 'address', what: 'wrong links from your address' },
    approval: { max: 60, window: minute, per: 'caller', what: 'approvals' },
    accountChange: { max: 60, window: minute, per: 'caller', what: 'changes of your account' },
    modelLists: {
      max: 600,
      window: minute,
      per: 'caller',
      what: 'changes of favourites, collections, projects, saved searches, tags and notes',
    },
    projectChecks: { max: 60, window: minute, per: 'caller', what: 'checks of projects' },
    direct: { max: 600, window: minute, per: 'caller', what: 'downloads with this token' },
    publish: { max: 600, window: minute, per: 'caller', what: 'requests to publish' },
    admin: { max: 600, window: minute, per: 'caller', what: 'admin requests' },
  },
  rates: {
    mcp: {
      search: { max: 100, window: minute },
      freeDownload: { max: 100, window: minute },
      download: { max: 60, window: minute },
      read: { max: 600, window: minute },
    },
  },
  mcp: {
    pageSize: { default: 10, max: 50 },
    /** Open HTTP+SSE sessions, in total and per address. */
    sessions: { max: 1000, perAddress: 250 },
    idle: 10 * minute,
    /** Unsent bytes for a slow client before its session is closed. */
    unsentBytes: 1024 * 1024,
    resources: 50,
    /** The largest picture for an agent, in bytes. */
    previewBytes: 12_000,
  },
  sync: { page: { default: 100, max: 1000 }, products: 100, wait: 30 * second },
  relativePathLength: 240,
  requestTimeout: 8 * second,
  /** How long an archive keeps the same bytes for everyone who requests it. */
  archivePlan: hour,
  /** A client that receives nothing for this long is disconnected. */
  stalledTransfer: minute,
  shutdown: 10 * second,
} as const;

export type RouteRate = keyof typeof limits.routeRates;

/** Width and height of rendered posters. */
export const posterPixels = { small: 256, medium: 512, large: 1024 } as const;
/** Turntable of a model: this many views side by side, each with this width and height. */
export const posterTurn = { views: 24, pixels: 192 } as const;

/** Topology folders, lightest to heaviest. */
export const lods = ['1k', '10k', '100k', 'source'] as const;
export type Lod = (typeof lods)[number];
/** Triangles that each level stands for; the source can have any number. */
export const lodTriangles = { '1k': 1000, '10k': 10_000, '100k': 100_000 } as const;
export type MadeLod = keyof typeof lodTriangles;

/** What a licence can require or forbid, and a project can reject; `unknown` is a licence with unknown terms. */
const licenceTerms = ['nonCommercial', 'editorial', 'shareAlike', 'noDerivatives'] as const;
export type LicenceTerm = (typeof licenceTerms)[number];
export const projectRules = [...licenceTerms, 'unknown'] as const;

export const modelTypes = ['model', 'character', 'material', 'texture', 'effect'] as const;
/** The main colour of a model, in everyday names. */
export const modelColours = [
  'black',
  'grey',
  'white',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'brown',
] as const;
export type ModelColour = (typeof modelColours)[number];

/** The first page of the catalogue: number of models, and width of the cards' pictures in CSS pixels. */
export const firstLook = { models: 60, cardWidths: '(max-width: 560px) 50vw, 240px' } as const;
