/** How a route is asked about one model. */
export type Ask = {
  /** In place of the wildcard of its path. */
  readonly rest?: string;
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
};

const words = ['zyxquark', 'zyxquarkk', 'zyxtag chair', '"zyxquark crate"'];
const filters = ['tag=zyxtag', 'category=zyxcellar', 'license=Zyxlicence', 'limit=200&sort=title'];
const searches: readonly Ask[] = [
  {},
  ...words.map((q) => ({ query: `q=${encodeURIComponent(q)}` })),
  ...filters.map((query) => ({ query })),
];
const file = { format: 'obj', lod: '1k', relativePath: '1k/zyxfile.obj' };
const edit = { guids: ['{guid}'], fields: { title: 'Other' }, guid: '{guid}' };
const asIs: readonly Ask[] = [{}];

const about: Readonly<Record<string, readonly Ask[]>> = {
  'GET /api-embeddings': [{ query: 'q=zyxquark' }],
  'GET /api-embeddings/': searches,
  'GET /api-embeddings/browse': searches,
  'GET /api-embeddings/filters': searches,
  'GET /api/models/:guid/similar': [{}, { query: 'limit=50' }],
  'POST /api/models/:guid/poster': [{ body: { picture: 'AAAA', version: 1 } }],
  'POST /api/models/:guid/poster-view': [{ body: { view: { azimuth: 1, elevation: 1 } } }],
  'POST /api/download/direct': [{ body: { guid: '{guid}', ...file } }, { body: { guid: '{guid}' } }],
  'POST /api/plugin/download/direct': [{ body: { guid: '{guid}', ...file, variant: null } }],
  'POST /api/account/favourites': [{ body: { add: ['{guid}'] } }],
  'POST /api/account/collections': [{ body: { name: 'Mine', add: ['{guid}'] } }],
  'POST /api/account/notes/:guid': [{ body: { writer: 'w', tags: ['mine'], note: 'n' } }],
  'POST /api/projects': [{ body: { name: 'Work' } }],
  'POST /api/share': [{ body: { guid: '{guid}', days: 1, withFiles: true } }],
  'POST /api/publish': [
    {
      body: {
        guid: '{guid}',
        uploads: ['00000000-0000-4000-8000-000000000000'],
        product: { title: 'New', category: 'Other', license: 'CC0', priceUsd: 0, tags: [] },
      },
    },
  ],
  'POST /api/publish/guess': [{ body: { paths: ['zyx/1k/a.obj'] } }],
  'POST /api/admin/library/edits': [{ body: edit }],
  'POST /api/admin/models/hide': [{ body: edit }],
  'POST /api/admin/duplicates/join': [{ body: edit }],
  'POST /api/admin/published/:guid/clean': [{ body: { what: 'earlier' } }],
  'POST /api/admin/synonyms/try': [{ body: { text: '', query: 'zyxquark' } }],
  'GET /api/admin/actions': [{ query: 'guid={guid}' }],
  'GET /api/publish/versions/:guid/:version/*': [{ rest: '1k/zyxfile.obj' }],
  'GET /viewer-asset/:guid/files/*': [{ rest: '1k/zyxfile.obj' }, { rest: '1k/none.obj' }],
  'GET /s/:token/viewer-asset/:guid/files/*': [{ rest: '1k/zyxfile.obj' }],
  'GET /download/:guid/format/:extension': [{}, { query: 'lod=10k' }],
  'GET /posters/:guid/:size': [{}, { query: 'v=00000000' }],
  'GET /data/:capability/:guid/*': [{ rest: '1k/zyxfile.obj' }],
  'GET /leaves/:capability/:guid/*': [{ rest: '1k/zyxfile.obj' }],
  'GET /zip/:capability/:guid/*': [{ rest: '1k/all.zip' }],
  'GET /blender-library/files/:guid/*': [{ rest: '1k/zyxblend.blend' }],
  'GET /blender-library/*': [
    { rest: '_asset-library-meta.json' },
    { rest: '_v1/asset-index.json' },
    { rest: '_v1/assets-00000.json' },
  ],
  'GET /model/*': [{ rest: '{guid}' }, { rest: '{guid}-zyxquark-crate' }],
  'POST /mcp/': ['get_model_details', 'preview_models', 'download_model', 'fetch', 'search', 'search_models']
    .map((name) => ({ name, arguments: argumentsOf(name) }))
    .map((params) => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } }))
    .concat(
      [{ uri: 'lodestock://models/{guid}' }].map((params) => ({
        body: { jsonrpc: '2.0', id: 1, method: 'resources/read', params },
      })) as never,
    ),
};

function argumentsOf(name: string): Readonly<Record<string, unknown>> {
  const id = { model_id_string: 'model_{guid}' };
  if (name === 'preview_models') return { model_ids: ['model_{guid}'] };
  if (name === 'download_model') return { ...id, format_string: 'obj', lod_string: '1k' };
  if (name === 'fetch') return { id: 'model_{guid}' };
  if (name === 'search') return { query: 'zyxquark' };
  if (name === 'search_models') return { query_string: 'zyxquark' };
  return id;
}

/** Routes that are asked as they are, with an empty body. */
const others = `
POST /api/posters/claim
POST /api/posters/deliver
POST /api/posters/keep
POST /api/posters/fail
POST /api/posters/lost
GET /api/posters/progress
POST /auth/oidc/logout
GET /auth/oidc
GET /auth/oidc/callback
GET /auth/oidc/sign-out
GET /metrics
GET /posters-render
DELETE /api/account
DELETE /api/account/api-keys/:keyId
DELETE /api/account/apps/:appId
DELETE /api/account/collections/:collectionId
DELETE /api/account/searches/:searchId
DELETE /api/account/sessions
DELETE /api/account/sessions/:sessionId
DELETE /api/account/shares/:shareId
DELETE /api/admin/invitations/:invitationId
DELETE /api/admin/starters/:family/pin
DELETE /api/admin/uploads/:uploadId
DELETE /api/projects/:projectId
DELETE /api/publish/uploads/:uploadId
DELETE /api/session
DELETE /mcp
DELETE /mcp/
DELETE /mcp/account
GET /
GET /.well-known/oauth-authorization-server
GET /.well-known/oauth-protected-resource
GET /.well-known/oauth-protected-resource/mcp
GET /.well-known/oauth-protected-resource/mcp/
GET /.well-known/oauth-protected-resource/mcp/account
GET /.well-known/oauth-protected-resource/mcp/sse
GET /account
GET /account/*
GET /admin
GET /admin/*
GET /api-embeddings/status
GET /api-sync/changes
GET /api-sync/product/:guid
GET /api-sync/status.json
GET /api/account
GET /api/account/agent-plans
GET /api/account/api-keys
GET /api/account/apps
GET /api/account/balance
GET /api/account/collections
GET /api/account/entitlements
GET /api/account/export
GET /api/account/favourites
GET /api/account/note-entries
GET /api/account/notes/:guid
GET /api/account/searches
GET /api/account/sessions
GET /api/account/shares
GET /api/account/transactions
GET /api/admin/accounts
GET /api/admin/accounts/:accountId
GET /api/admin/accounts/:accountId/transactions
GET /api/admin/backups
GET /api/admin/duplicates
GET /api/admin/groups
GET /api/admin/invitations
GET /api/admin/library
GET /api/admin/models
GET /api/admin/posters
GET /api/admin/problems
GET /api/admin/publishing
GET /api/admin/rights
GET /api/admin/sources
GET /api/admin/starters
GET /api/admin/status
GET /api/admin/synonyms
GET /api/admin/usage
GET /api/apps/auth/poll/:sessionId
GET /api/apps/auth/session/:sessionId
GET /api/download/formats/:guid
GET /api/manifest.yaml
GET /api/models/:guid
GET /api/plugin/download/formats/:guid
GET /api/projects
GET /api/projects/:projectId
GET /api/projects/:projectId/check
GET /api/projects/:projectId/credits
GET /api/publish
GET /api/publish/:publishId
GET /api/sources/models/:guid
POST /api/admin/sources/:sourceId
POST /api/sources/file
GET /api/publish/uploads
GET /api/publish/versions/:guid
GET /api/session
GET /approve
GET /approve/*
GET /assets/manifests/plugin-guide.md
GET /assets/manifests/plugin-manifest.yaml
GET /assets/manifests/worker-guide.md
GET /assets/manifests/worker-manifest.yaml
GET /assets/plugins/:family/:name|:version
GET /assets/plugins/:family/:name|:version/:name
GET /assets/plugins/:family/update-feed.json
GET /collections
GET /collections/*
GET /download/:guid/all
GET /download/:guid/complete
GET /download/:guid/textures
GET /embed/:token
GET /favourites
GET /healthz
GET /mcp
GET /mcp/
GET /mcp/account
GET /mcp/sse
GET /oauth/authorize
GET /projects
GET /projects/*
GET /publish
GET /readyz
GET /s/:token
GET /s/:token/oembed
GET /sign-in
GET /updates/:name|:channel
GET /updates/:name|:channel/:name
GET /viewer-asset/:guid/glb1k
HEAD /api/publish/uploads/:uploadId
PATCH /api/publish/uploads/:uploadId
POST /api-sync/products
POST /api/account/agent-plans/:planId
POST /api/account/api-keys
POST /api/account/collections/:collectionId
POST /api/account/note-entries
POST /api/account/password
POST /api/account/searches
POST /api/admin/accounts
POST /api/admin/accounts/:accountId/disable
POST /api/admin/accounts/:accountId/enable
POST /api/admin/accounts/:accountId/grant
POST /api/admin/accounts/:accountId/password
POST /api/admin/accounts/:accountId/role
POST /api/admin/accounts/:accountId/take
POST /api/admin/backups
POST /api/admin/duplicates/dismiss
POST /api/admin/invitations
POST /api/admin/library/level-formats
POST /api/admin/library/merge
POST /api/admin/library/products
POST /api/admin/library/publish
POST /api/admin/library/review
POST /api/admin/library/rules
POST /api/admin/library/scan
POST /api/admin/library/split
POST /api/admin/models/levels
POST /api/admin/models/posters
POST /api/admin/posters/retry
POST /api/admin/problems/pass
POST /api/admin/publishing/:publishId
POST /api/admin/registration
POST /api/admin/starters/:family/pin
POST /api/admin/synonyms
POST /api/apps/auth/session/:sessionId/approve
POST /api/apps/auth/session/:sessionId/deny
POST /api/apps/auth/start
POST /api/auth/login
POST /api/auth/logout
POST /api/auth/register
POST /api/projects/:projectId
POST /api/projects/:projectId/scenes
POST /api/publish/check
POST /api/publish/uploads
POST /api/session
POST /api/session/register
POST /mcp
POST /mcp/account
POST /mcp/messages
POST /oauth/device_authorization
POST /oauth/register
POST /oauth/revoke
POST /oauth/token
PUT /api/admin/groups
PUT /api/admin/rights
`;

/** Every route of the server, and how the matrix asks it. */
export const table: Readonly<Record<string, readonly Ask[]>> = {
  ...Object.fromEntries(
    others
      .trim()
      .split('\n')
      .map((name) => [name, asIs]),
  ),
  ...about,
};
