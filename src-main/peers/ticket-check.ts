import { AppError } from '../../server/contract/errors.ts';

/** Asks the server whether the bearer of a ticket may have a file; throws where it may not, or nobody says so. */
type AskServer = (
  ticket: string,
  sha256: string,
) => Promise<{ readonly key: string; readonly validSeconds: number }>;

type Checked = { readonly until: number; readonly key: Promise<Buffer | null> };

const mostKept = 1000;
/** Milliseconds for which a refusal stands, so that a ticket that is sent again and again costs the server little. */
const refusalLasts = 10_000;

/**
 * The key of a ticket for a file; null where the server does not say that its bearer may have it. What the server said is
 * believed as long as it allows, and no longer.
 */
export function createTicketCheck(ask: AskServer, now: () => number) {
  const checked = new Map<string, Checked>();

  async function read(name: string, ticket: string, sha256: string): Promise<Buffer | null> {
    try {
      const { key, validSeconds } = await ask(ticket, sha256);
      const answer = Buffer.from(key, 'base64');
      checked.set(name, { until: now() + validSeconds * 1000, key: Promise.resolve(answer) });
      return answer;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      checked.set(name, { until: now() + refusalLasts, key: Promise.resolve(null) });
      return null;
    }
  }

  return (ticket: string, sha256: string): Promise<Buffer | null> => {
    const name = `${sha256} ${ticket}`;
    const known = checked.get(name);
    if (known !== undefined && known.until > now()) return known.key;
    if (checked.size >= mostKept) checked.clear();
    const key = read(name, ticket, sha256);
    checked.set(name, { until: Number.POSITIVE_INFINITY, key });
    key.catch(() => checked.delete(name));
    return key;
  };
}
