import { actionNames, problemKinds } from '../../../server/contract/admin/admin-words.ts';
import { t } from '../../text/text.ts';

/** A kind of problem in words; as it is where a newer server says one that is not known here. */
export function nameProblem(kind: string): string {
  const known = problemKinds.find((one) => one === kind);
  return known === undefined ? kind : t(`admin.problems.kinds.${known}`);
}

/** An admin's action in words; an unknown one of a newer server stays as it is. */
export function nameAction(action: string): string {
  const known = actionNames.find((one) => one === action);
  return known === undefined ? action : t(`admin.audit.actions.${known}`);
}
