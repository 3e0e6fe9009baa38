import { actionNames, problemKinds } from '../../../server/contract/admin/admin-words.ts';
import { t } from '../../text/text.ts';

/** Returns the name of a kind of problem. Unknown kinds of a newer server stay unchanged. */
export function nameProblem(kind: string): string {
  const known = problemKinds.find((one) => one === kind);
  return known === undefined ? kind : t(`admin.problems.kinds.${known}`);
}

/** Returns the name of an admin's action. Unknown actions of a newer server stay unchanged. */
export function nameAction(action: string): string {
  const known = actionNames.find((one) => one === action);
  return known === undefined ? action : t(`admin.audit.actions.${known}`);
}
