/** A table to move; `from` selects its rows if they are not stored as they are written. */
export type MovedTable = {
  readonly name: string;
  readonly columns: readonly string[];
  /** A unique order. */
  readonly order: string;
  readonly from?: { readonly sqlite: string; readonly postgres: string };
  /** Columns that only PostgreSQL has. */
  readonly postgresColumns?: readonly string[];
};

const table = (name: string, order: string, columns: string): MovedTable => ({
  ...{ name, order },
  columns: columns.split(' '),
});

const numberedLedger = `SELECT ledger.*, row_number() OVER (PARTITION BY account_id ORDER BY id) AS account_seq FROM ledger`;
const numbered = 'SELECT id, row_number() OVER (ORDER BY id) AS number FROM ledger';

/** All tables of accounts, each after those it refers to. Ledger rows are renumbered, as only PostgreSQL leaves gaps. */
export const movedTables: readonly MovedTable[] = [
  {
    ...table('account', 'id', 'id email name password_hash role is_disabled created_at deleted_at'),
    from: {
      sqlite: `SELECT account.*, (SELECT count(*) FROM ledger WHERE account_id = account.id) AS ledger_rows,
        coalesce((SELECT balance_cents FROM ledger WHERE account_id = account.id ORDER BY id DESC LIMIT 1), 0)
          AS balance_cents FROM account`,
      postgres: 'SELECT * FROM account',
    },
    postgresColumns: ['balance_cents', 'ledger_rows'],
  },
  table(
    'token',
    'id',
    'id hash kind account_id name scopes created_at expires_at prefix app resource spending_cap_cents company_session',
  ),
  table('token_use', 'token_id', 'token_id used_at address'),
  table('company_identity', 'issuer, subject', 'issuer subject account_id made_account linked_at'),
  table('key_asks_first', 'token_id', 'token_id'),
  table('oauth_grant', 'token_id', 'token_id client_id sign_in family turn access_until'),
  table(
    'sign_in',
    'id_hash',
    'id_hash poll_hash user_code status app_slug app_name app_version plugin_family device_name address scopes account_id interval_ms polled_at started_at expires_at code_guesses request terms',
  ),
  table('sign_in_place', 'account_id, place', 'account_id place first_at last_at'),
  table('wrong_password', 'id', 'id email_hash place is_known at'),
  {
    ...table('ledger', 'id', 'id account_id kind amount_cents balance_cents guid reason at token_id'),
    from: {
      sqlite: numberedLedger,
      postgres: `SELECT number AS id, account_id, account_seq, kind, amount_cents, balance_cents, guid, reason, at, token_id
        FROM ledger JOIN (${numbered}) AS numbered USING (id)`,
    },
    postgresColumns: ['account_seq'],
  },
  {
    ...table('unlock', 'account_id, guid', 'account_id guid title ledger_id at'),
    from: {
      sqlite: 'SELECT * FROM unlock',
      postgres: `SELECT account_id, guid, title, number AS ledger_id, at
        FROM unlock LEFT JOIN (${numbered}) AS numbered ON numbered.id = ledger_id`,
    },
  },
  table('invitation', 'id', 'id code_hash prefix note made_by made_at expires_at used_by used_at'),
  table('admin_action', 'id', 'id admin_id action account_id details at'),
  table('admin_action_model', 'guid, action_id', 'guid action_id'),
  table(
    'agent_plan',
    'id',
    'id account_id token_id key_name guid title license format lod relative_path file_count size_bytes price_cents target status asked_at expires_at decided_at used_at',
  ),
  table('starter_pin', 'family', 'family version pinned_at'),
  table('model_list', 'id', 'id account_id kind name made_at changed_at'),
  table('listed_model', 'list_id, guid', 'list_id guid place added_at'),
  table('saved_search', 'id', 'id account_id query seen total made_at'),
  table('project', 'id', 'id account_id name forbids allows is_shared models made_at changed_at'),
  table(
    'project_use',
    'project_id, guid, scene, lod, format, sha256',
    'project_id guid scene lod format sha256 version title added_by added_at',
  ),
  table(
    'share',
    'id',
    'id hash account_id kind target name place with_files views made_at expires_at ended_at',
  ),
  table('people_group', 'name', 'name'),
  table('group_member', 'group_name, account_id', 'group_name account_id'),
  table('company_group', 'account_id, name', 'account_id name'),
  table('access_right', 'kind, target, group_name', 'kind target group_name may'),
  table('account_note', 'account_id, guid, writer', 'account_id guid writer entry size number changed_at'),
];

/** Tables of PostgreSQL with generated IDs. */
export const counted = ['ledger', 'admin_action', 'wrong_password'] as const;
