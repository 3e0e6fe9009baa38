import type { Settings } from '../ipc/settings-fields.ts';
import type { Log } from '../storage/log.ts';
import { type Policy, policyTable } from './policy-fields.ts';

/** The settings that policies decide, after the same checks as a person's. Invalid ones are logged and ignored. */
export function toManagedSettings(
  policy: Policy,
  check: (change: unknown) => Partial<Settings>,
  log: Log,
): Partial<Settings> {
  const managed = Object.entries(policy).map(([name, value]): Partial<Settings> => {
    const { setting, decisions = {} } = policyTable[name] ?? {};
    if (setting === undefined) return {};
    try {
      return check({ [setting]: Object.hasOwn(decisions, value) ? decisions[value] : value });
    } catch (error) {
      log.warn('policy.ignored', { name, error });
      return {};
    }
  });
  return Object.assign({}, ...managed);
}
