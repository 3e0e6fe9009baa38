import { type Actor, auditLog } from '../accounts/audit/audit-log.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import { everyone } from '../base/store/account-store.ts';
import type { SynonymTexts } from '../catalogue/synonyms.ts';
import { limits } from '../contract/limits.ts';

type Parts = Pick<Core, 'store' | 'clock'> & {
  readonly synonyms: SynonymTexts;
};

export type SynonymAdmin = ReturnType<typeof createSynonymAdmin>;

export function createSynonymAdmin({ store, clock, synonyms }: Parts) {
  return {
    read: synonyms.read,
    tryOut: (wish: { text: string; query: string }) =>
      synonyms.tryOut({ ...wish, limit: limits.synonyms.tried }),
    /** Does not save if the text has changed since `basedOn`. */
    async save({ text, basedOn }: { text: string | null; basedOn: string }, actor: Actor) {
      if (synonyms.read().tag !== basedOn) return { isSaved: false, ...synonyms.read() };
      await synonyms.write(text);
      const saved = synonyms.read();
      const details = { synonyms: saved.isOwn ? 'changed' : 'shipped', tag: saved.tag };
      const at = toIso(clock());
      await store.transaction(
        everyone,
        auditLog.note({ actor, action: 'search.synonyms', accountId: null, details, at }),
      );
      return { isSaved: true, ...saved };
    },
  };
}
