const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Every limit of the public interface. Times in milliseconds, sizes in bytes. */
export const limits = {
  pageSize: { default: 24, max: 200 },
  similar: { default: 12, max: 50 },
  /** A job may take so long; a picture of a poster may have so many bytes; a model is tried so often. */
  poster: { timeout: minute, bytes: 2 * 1024 * 1024, jpegBytes: 512 * 1024, attempts: 3 },
  /**
   * Making the levels of a model: how long it may take, how much memory the process may have, how often a model is
   * tried over which it died, and what a source may have.
   */
  levels: {
    timeout: 3 * minute,
    memoryBytes: 3 * 1024 ** 3,
    attempts: 2,
    sourceBytes: 512 * 1024 ** 2,
    sourceTriangles: 8_000_000,
  },
  /**
   * Making an asset for Blender: how long it may take, how much memory Blender may have, how often a model is tried
   * over which it died, and what a source may have.
   */
  assets: {
    timeout: 3 * minute,
    memoryBytes: 4 * 1024 ** 3,
    attempts: 2,
    sourceBytes: 256 * 1024 ** 2,
    sourceTriangles: 2_000_000,
  },
  /**
   * Publishing: how long an upload is kept after its last byte, how many an account may have and how large each is at
   * most, how many of them make a model, how long a path is, and the free space that no upload may take from the disk.
   */
  publish: {
    uploadLife: 7 * day,
    /** How long the space of an upload is reserved after its last byte came. */
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
  /** Rows of an account's or admin's list. */
  accountPage: { default: 1000, max: 1000 },
  invitation: { defaultDays: 7, maxDays: 365 },
  amountUsd: 1_000_000,
  /** Characters of the text that an admin may write: more would make every search slow. */
  synonyms: { characters: 200_000, tried: 10 },
  /** API keys that an account may have at once. */
  apiKeys: 100,
  /** Lists of an account: how many collections, models in each, and models in one change. */
  modelLists: { collections: 50, models: 2000, change: 500 },
  /** Projects of an account, what they use in all, models in one change or report, and characters of allowed licences. */
  projects: { count: 200, uses: 10_000, sent: 2000, bodyBytes: 1024 * 1024, allows: 50, licence: 300 },
  /** How many searches an account keeps, how long their parameters are, and how many seen models each remembers. */
  savedSearches: { count: 50, queryLength: 2000, seen: 100 },
  /** Groups of people, members of each, and rights, as an admin saves them. */
  rights: { groups: 500, members: 5000, rights: 2000, bodyBytes: 4 * 1024 * 1024 },
  /** Links of an account: how many at once, for how many days, how long ended ones are listed, and how often views are written down. */
  shares: { count: 200, days: 7, maxDays: 365, remembered: 30 * day, countEvery: minute },
  /**
   * Tags and notes of an account: entries (one for each model and each computer that wrote about it) and the
   * characters of all of them, tags and characters of one, and how much one question and one answer take.
   */
  ownNotes: {
    entries: 20_000,
    characters: 16_000_000,
    tags: 64,
    tagLength: 64,
    noteLength: 20_000,
    /** Notes that did not know of each other are one text until a person has made one of them. */
    joinedLength: 100_000,
    /** Tags that were taken away are remembered, so that they stay away. */
    rememberedTags: 1000,
    writers: 1000,
    sent: 100,
    bodyBytes: 1024 * 1024,
    page: 500,
    pageCharacters: 1_000_000,
  },
  /** How many requests an agent may leave waiting per key, and how long a plan and an approval are valid. */
  agentPlans: { pending: 20, lifetime: 15 * minute },
  password: { min: 8, max: 256 },
  signInSession: { lifetime: 10 * minute, interval: 2 * second, slowDown: 5 * second, codeGuesses: 5 },
  /** Apps that sign in by OAuth: how long a code and an access token are good, and what a grant has unless a person says otherwise. */
  oauth: {
    code: minute,
    access: hour,
    grantDays: { usual: 30, max: 365 },
    spendingCapUsd: 5,
    returnAddresses: 10,
  },
  /** How often the last use of a token is written down again. */
  tokenUse: 5 * minute,
  token: { user: 90 * day, plugin: 365 * day, session: 14 * day },
  /** A larger file has a SHA-256 for every so many bytes. */
  leafBytes: 8 * 1024 * 1024,
  /** `clockSkew`: how far the clocks of a site and its file hosts may differ. */
  capability: { lifetime: 15 * minute, clockSkew: 5 * minute },
  /**
   * Wrong passwords of one account from one place: a network address, or a browser that has signed in before. And from all places
   * together that the account never signed in from, so that many addresses are no way around the first.
   */
  wrongPasswords: {
    fromOnePlace: { max: 10, window: 10 * minute },
    fromUnknownPlaces: { max: 50, window: 30 * minute },
  },
  /** How long a place from which an account signed in is remembered. */
  signInPlaces: 90 * day,
  /** Wrong codes that one account may type for sign-ins of apps. */
  wrongCodes: { max: 5, window: 10 * minute },
  /** Routes of the table that are counted, by network address or by the token that calls. */
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
    /** Open HTTP+SSE sessions in all, and of one address. */
    sessions: { max: 1000, perAddress: 250 },
    idle: 10 * minute,
    /** Bytes that wait for a client that does not read, before its session is closed. */
    unsentBytes: 1024 * 1024,
    resources: 50,
    /** The largest picture for an agent, in bytes. */
    previewBytes: 12_000,
  },
  sync: { page: { default: 100, max: 1000 }, products: 100, wait: 30 * second },
  relativePathLength: 240,
  requestTimeout: 8 * second,
  /** How long an archive keeps its bytes. */
  archivePlan: hour,
  /** A client that takes nothing for so long is let go. */
  stalledTransfer: minute,
  shutdown: 10 * second,
} as const;

/** Names of the limits that a route of the table may have. */
export type RouteRate = keyof typeof limits.routeRates;

/** Width and height of rendered posters. */
export const posterPixels = { small: 256, medium: 512, large: 1024 } as const;
/** A model seen from all around: so many views next to each other, each as wide and high as this. */
export const posterTurn = { views: 24, pixels: 192 } as const;

/** Topology folders from the lightest to the heaviest. */
export const lods = ['1k', '10k', '100k', 'source'] as const;
export type Lod = (typeof lods)[number];
/** How many triangles each level stands for; the source has as many as it has. */
export const lodTriangles = { '1k': 1000, '10k': 10_000, '100k': 100_000 } as const;
export type MadeLod = keyof typeof lodTriangles;

/** What a licence may ask or forbid, and what a project may refuse: `unknown` is a licence whose terms are not known. */
const licenceTerms = ['nonCommercial', 'editorial', 'shareAlike', 'noDerivatives'] as const;
export type LicenceTerm = (typeof licenceTerms)[number];
export const projectRules = [...licenceTerms, 'unknown'] as const;

export const modelTypes = ['model', 'character', 'material', 'texture', 'effect'] as const;
/** The main colour of a model, as people name colours. */
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

/** The catalogue's first page: its number of models, and the width of the cards' pictures in CSS pixels. */
export const firstLook = { models: 60, cardWidths: '(max-width: 560px) 50vw, 240px' } as const;
