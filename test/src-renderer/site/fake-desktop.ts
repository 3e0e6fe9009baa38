import type { LibraryList } from '../../../src-main/platform/ipc/contract.ts';
import type { FakeDesktop } from './fake-desktop-state.ts';

/** Runs in the page before its scripts: a bridge that answers like the main process, and notes every call. */
export function installFakeDesktop(fake: FakeDesktop): void {
  type Listener = (payload: unknown) => void;
  const listeners = new Map<string, Set<Listener>>();
  const calls: { name: string; input: unknown }[] = [];
  const emit = (name: string, payload: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(payload);
  };
  let settings = {
    libraryFolder: '/home/ada/Models',
    libraries: [],
    serverUrl: null as string | null,
    ownServer: fake.isFirstRun ? null : 'demo',
    modelsFolder: null as string | null,
    shareServer: false,
    shareAddress: null,
    sharePrivately: false,
    backupEvery: null,
    backupFolder: null as string | null,
    certificateFile: null,
    proxyUser: null,
    startAtLogin: false,
    updates: 'auto',
    updateChannel: 'stable',
    theme: 'system',
    parallelDownloads: 4,
    parallelPerHost: 4,
    bandwidthLimit: null,
    downloadHours: null,
    keepAwake: false,
    lookAhead: true,
    pauseOnMetered: true,
  };
  const join = ({ address, accepted }: { address: string; accepted: string | null }) => {
    if (address.startsWith('http:') && accepted !== address)
      return { status: 'ask', address, addresses: ['192.168.1.5'] };
    settings = { ...settings, serverUrl: address };
    return { status: 'joined', settings };
  };
  const ownServer = () => ({
    ...{ url: settings.shareServer ? 'http://192.168.1.20:8787' : null, obstacle: null, hasAdmin: true },
    ...{ addresses: ['192.168.1.20'], dataFolder: '/home/ada/.local/share/lodestock' },
    ...{ lastBackup: null, backupProblem: null },
    ...fake.ownServer,
  });
  const updates = () => ({
    ...{ status: 'current', obstacle: null, version: null, notes: null, progress: null, fault: null },
    ...{ checkedAt: '2026-11-23T10:00:00Z', previous: null, isTroubled: false, isRollback: false },
    ...fake.updates,
  });
  const libraries: LibraryList = fake.libraries ?? {
    libraries: [
      {
        ...{ folder: '/home/ada/Models', name: 'Models', isDefault: true, isElsewhere: false },
        absence: null,
      },
    ],
    move: null,
  };
  const removed = {
    ...{ id: '00000000000000a1', guid: 'g-1', title: 'Oak Chair', kept: [] },
    ...{ fileCount: 2, sizeBytes: 4_800_000 },
  };
  const refuseJoin = ({ address }: { address: string }) =>
    address.includes('gone')
      ? { code: 'UNAVAILABLE', message: `No Lodestock server answers at “${address}”.`, requestId: 'r' }
      : null;
  const waiting = () => ({
    ...fake.session,
    status: 'waiting',
    userName: null,
    userCode: 'KXTM-2345',
    approveUrl: 'http://127.0.0.1:8787/approve/known',
    expiresAt: new Date(Date.now() + 570_000).toISOString(),
  });
  const answers: Record<string, (input: never) => unknown> = {
    'app.info': () => ({
      version: '0.1.0',
      platform: 'linux',
      isPackaged: true,
      managed: fake.managed ?? [],
    }),
    'app.copyText': () => undefined,
    'app.takeLink': () => {
      const link = Reflect.get(window, 'waitingLink') ?? null;
      Object.assign(window, { waitingLink: null });
      return link;
    },
    'settings.read': () => settings,
    'settings.update': (change: object) => {
      settings = { ...settings, ...change };
      emit('settings.changed', settings);
      return settings;
    },
    'settings.chooseModelsFolder': () => {
      settings = { ...settings, ownServer: 'models', modelsFolder: '/srv/models' };
      return settings;
    },
    'doctor.examine': () => ({
      findings: [
        { check: 'Server', status: 'good', says: 'The server in this app is ready.', cure: null },
        {
          ...{ check: 'Clock', status: 'warning' },
          says: 'This clock is 95 s behind that of models.studio.lan.',
          cure: 'Set both computers to get their time from the network.',
        },
        {
          ...{ check: 'Library', status: 'bad' },
          says: { key: 'The folder {folder} is not there.', values: { folder: '/mnt/models/Lodestock' } },
          cure: 'Connect its disk, or choose another library folder in Settings.',
        },
      ],
      report: 'the report',
    }),
    'doctor.bundle': () => ({ name: 'lodestock-diagnostics.txt', text: 'all of it' }),
    'ownServer.read': ownServer,
    'ownServer.share': ({ isShared }: { isShared: boolean }) => {
      settings = { ...settings, shareServer: isShared };
      emit('settings.changed', settings);
      return ownServer();
    },
    'ownServer.measure': () => ({
      parts: [
        { part: 'levels', sizeBytes: 4_200_000_000 },
        { part: 'posters', sizeBytes: 310_000_000 },
        { part: 'database', sizeBytes: 52_000_000 },
      ],
      freeBytes: 210_000_000_000,
    }),
    'ownServer.check': () => ({
      isSound: false,
      findings: [
        {
          ...{ kind: 'library', advice: null },
          what: { key: '{path} is not there.', values: { path: 'chairs/oak/1k/oak.glb' } },
        },
        {
          ...{ kind: 'ledger', advice: null },
          what: {
            key: 'Account {account_id} paid {times} times for {guid}.',
            values: { account_id: 7, times: 2, guid: '0f3a' },
          },
        },
      ],
      ...{ more: 0, trouble: null },
      counts: { accounts: 12, ledgerRows: 1840, unlocks: 310, files: 5210 },
    }),
    'ownServer.readLog': () => ['2026-11-23 10:00:00  INFO  listening', '2026-11-23 10:00:02  WARN  scanned'],
    'ownServer.showLog': () => undefined,
    'ownServer.chooseBackupFolder': () => {
      settings = { ...settings, backupFolder: '/mnt/nas/backups' };
      emit('settings.changed', settings);
      return ownServer();
    },
    'ownServer.backUp': () => ({
      ...ownServer(),
      lastBackup: { file: '/mnt/nas/backups/b', at: '2026-11-23T10:00:00Z', sizeBytes: 52_000_000 },
    }),
    'ownServer.restore': () => ({
      madeAt: '2026-11-23T10:00:00Z',
      aside: '/home/ada/.local/share/lodestock/before-restore',
    }),
    'updates.read': updates,
    'updates.check': updates,
    'updates.fetch': () => ({ ...updates(), status: 'fetching', progress: 0.4 }),
    'updates.restart': () => undefined,
    'updates.goBack': () => undefined,
    'server.discover': () => [{ name: 'Lodestock on studio-nas', address: 'http://models.studio.lan:8787' }],
    'server.join': join,
    'server.read': () => fake.server,
    'server.restart': () => fake.server,
    'session.read': () => fake.session,
    'session.signIn': waiting,
    'session.cancelSignIn': () => fake.session,
    'session.signOut': () => ({ ...fake.session, status: 'signed-out', userName: null }),
    'downloads.read': () => ({ revision: 1, jobs: fake.downloads, summary: fake.summary }),
    'downloads.readHold': () => fake.hold ?? null,
    'downloads.startAnyway': () => {
      emit('downloads.held', null);
    },
    'downloads.pause': () => undefined,
    'downloads.resume': () => undefined,
    'downloads.cancel': () => undefined,
    'downloads.move': () => undefined,
    'downloads.prioritise': () => undefined,
    'downloads.add': (request: object) => ({
      ...request,
      id: 'job-new',
      status: 'queued',
      receivedBytes: 0,
      totalBytes: null,
      bytesPerSecond: null,
      fileCount: 1,
      chargedUsd: null,
      error: null,
      filePath: null,
      addedAt: new Date().toISOString(),
      finishedAt: null,
    }),
    'survey.start': (wish: object) => ({ ...fake.survey, wish }),
    'survey.cancel': () => undefined,
    'survey.confirm': () => ({ added: 2 }),
    'library.read': () => ({ revision: 1, ...fake.library }),
    'library.programs': () => [{ name: 'Blender', formats: ['blend'] }],
    'library.drag': () => undefined,
    'library.open': () => undefined,
    'libraries.read': () => libraries,
    'libraries.rename': ({ folder, name }: { folder: string; name: string }) => ({
      ...libraries,
      libraries: libraries.libraries.map((one) => (one.folder === folder ? { ...one, name } : one)),
    }),
    'libraries.pauseMove': () => ({
      ...libraries,
      move: libraries.move && { ...libraries.move, status: 'paused' },
    }),
    'library.check': () => ({ count: 2, missing: [], edited: ['10k/wood.png'] }),
    'notes.read': () => fake.notes ?? [],
    'ahead.look': () => undefined,
    'notes.state': () => ({ notSent: null }),
    'notes.tag': ({ guids, add }: { guids: string[]; add: string[] }) =>
      guids.map((guid) => ({ guid, tags: add, note: '', seen: '' })),
    'notes.write': ({ guid, note }: { guid: string; note: string }) => ({ guid, tags: [], note, seen: 's' }),
    'outbox.read': () => ({ files: fake.outbox ?? [], wishes: [] }),
    'outbox.publish': () => undefined,
    'outbox.close': () => undefined,
    'outbox.remove': () => undefined,
    'outbox.forget': () => undefined,
    publishes: () => ({ ok: true, publishes: [] }),
    'library.compare': () => ({ outdated: ['g-1'], current: ['g-2'] }),
    'app.saveText': ({ name }: { name: string }) => `/home/ada/${name}`,
    'removal.remove': () => ({ done: [removed], refused: [] }),
    'removal.restore': () => ({ done: [removed], refused: [] }),
    'dcc.read': () => fake.dcc,
    'plugins.read': () => ({ families: fake.starters }),
    'plugins.install': () => ({ families: fake.starters }),
    'plugins.goBack': () => ({ families: fake.starters }),
    'plugins.remove': () => ({ families: fake.starters }),
    agentPlans: () => ({ ok: true, plans: fake.plans }),
    favourites: () => ({ ok: true, guids: [] }),
    collections: () => ({ ok: true, collections: [] }),
    savedSearches: () => ({ ok: true, searches: [] }),
    balance: () => ({ ok: true, balanceUsd: 42.5 }),
    entitlements: () => ({ ok: true, entitlements: [], total: 0, hasMore: false, limit: 10, offset: 0 }),
    pluginFormats: () => ({ ok: true, pricing: { priceUsd: 1, unlocked: false, balanceUsd: 42.5 } }),
  };
  const discovery: Record<string, string> = {
    browse: '/api-embeddings/browse',
    search: '/api-embeddings/',
    filters: '/api-embeddings/filters',
    catalogueStatus: '/api-embeddings/status',
  };
  const toQuery = (input: Record<string, unknown>) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input))
      for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
    return query;
  };
  const call = async (name: string, input: never) => {
    calls.push({ name, input });
    const own = answers[name];
    const refused = name === 'server.join' ? refuseJoin(input) : null;
    if (refused !== null) return { ok: false, error: refused };
    if (own !== undefined) return { ok: true, value: own(input) };
    const { guid } = (input ?? {}) as { guid?: string };
    const ofModel: Record<string, string> = { model: '', similar: '/similar' };
    const place = ofModel[name] === undefined ? discovery[name] : `/api/models/${guid}${ofModel[name]}`;
    if (place === undefined) return { ok: true, value: undefined };
    const path = name === 'model' ? place : `${place}?${toQuery(input ?? {})}`;
    const response = await fetch(path);
    const body = await response.json();
    return response.ok ? { ok: true, value: body } : { ok: false, error: body };
  };
  const on = (name: string, listener: Listener) => {
    const those = listeners.get(name) ?? new Set();
    listeners.set(name, those.add(listener));
    return () => those.delete(listener);
  };
  Object.assign(window, { lodestock: { call, on }, fakeDesktop: { emit, calls } });
}
