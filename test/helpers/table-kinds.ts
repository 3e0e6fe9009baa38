import type { Db } from '../../server/base/db/open-database.ts';

const names = {
  /** What `accounts move` takes along. */
  'Of accounts': `account token token_use key_asks_first oauth_grant sign_in sign_in_place wrong_password ledger
    unlock invitation company_identity admin_action admin_action_model agent_plan starter_pin
    model_list listed_model saved_search project project_use share account_note people_group
    group_member company_group access_right`,
  /** What people said of models, what was decided once, or waits to be counted. */
  Kept: `model_identity model_scene model_version recognised_content library_rule scene_label model_edit
    approved_model hidden_model passed_problem different_model poster_view publish published_model
    published_version upload popularity_due setting traffic_day`,
  /** Read or made again. */
  Derived: `model file poster problem scanned_folder unpacked_archive waiting_model leaf_list leaf_digest
    blend_file sketch shape shape_group rendered_poster refused_poster job job_count made_asset
    model_embedding search_change sync_change sync_host sync_product shared_popularity revision`,
} as const;

export const tablesOf = (kind: keyof typeof names): readonly string[] => names[kind].split(/\s+/);

/** Empties all that can be read or made again; `revision` has the counters that changes are noticed by. */
export function loseCatalogue(db: Db): void {
  db.transaction(() => {
    for (const name of tablesOf('Derived')) if (name !== 'revision') db.exec(`DELETE FROM ${name}`);
  })();
}

/** Empties all that was read, made and said of models; what follows changes is told of it, as of every change. */
export function forgetModels(db: Db): void {
  const journals = ['revision', 'search_change', 'sync_change', 'sync_host', 'setting'];
  const names = [...tablesOf('Derived'), ...tablesOf('Kept'), 'admin_action_model', 'admin_action'];
  db.transaction(() => {
    for (const name of names) if (!journals.includes(name)) db.exec(`DELETE FROM ${name}`);
  })();
}
