import { Password } from '../../contract/accounts.ts';
import type { CommandTools } from '../define-command.ts';

/** A new password from stdin. Throws one sentence when it is too short or long. */
export async function readPassword({ readSecret }: CommandTools): Promise<string> {
  const parsed = Password.safeParse(await readSecret('New password'));
  if (parsed.success) return parsed.data;
  const reason = parsed.error.issues[0]?.message ?? 'it is not valid';
  throw new Error(`The password on stdin cannot be taken: ${reason}.`);
}
