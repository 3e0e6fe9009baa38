import fc from 'fast-check';
import { type CallerKind, callerKinds, makePerson, type Person, readOwn } from '../people.ts';
import { type Operation, plainOperations, readOperations } from './openapi.ts';
import { type Request, requestsOf } from './values.ts';

export type Answer = { readonly status: number; readonly text: string; readonly isJson: boolean };
/** What is wrong with an answer by the description of the interface; null when nothing is. */
export type Validate = (operation: Operation, answer: Answer) => string | null;

type Options = {
  readonly baseUrl: string;
  /** Models to ask for; the first has a price. */
  readonly guids: readonly string[];
  /** The owner's unlock, so that there is something to see. */
  readonly wish: object;
  /** Requests of each operation. */
  readonly runs: number;
  readonly seed: number;
  readonly validate?: Validate;
  /** Asks these alone. */
  readonly only?: (operation: Operation) => boolean;
};

export type FuzzResult = {
  readonly requests: number;
  readonly operations: number;
  /** Status → how often. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
};

const toText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

async function send(baseUrl: string, operation: Operation, request: Request, headers: object) {
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => encodeURIComponent(toText(request.path[name] ?? 'x')) || 'x',
  );
  const query = new URLSearchParams(
    Object.entries(request.query).map(([name, value]) => [name, toText(value)]),
  );
  const response = await fetch(`${baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: operation.method,
    redirect: 'manual',
    headers: { ...headers, ...(operation.body && { 'content-type': 'application/json' }) },
    ...(operation.body && { body: JSON.stringify(request.body) ?? '' }),
  });
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const location = response.headers.get('location') ?? '';
  return { status: response.status, isJson, text: `${location}${await response.text()}` };
}

/** Throws what is wrong with one answer. What a request itself said, its answer may repeat. */
function requireRight(operation: Operation, answer: Answer, { sent, owner, told, validate }: Judged) {
  if (answer.status >= 500 && ![503, 507].includes(answer.status))
    throw new Error(`answers ${answer.status}: ${answer.text.slice(0, 200)}`);
  const isKnown = (mark: string) => sent.includes(mark) || told.has(mark);
  const shown = owner.marks.find((mark) => answer.text.includes(mark) && !isKnown(mark));
  if (shown !== undefined) throw new Error(`shows another account's "${shown}" (${answer.status})`);
  const wrong = validate?.(operation, answer) ?? null;
  if (wrong !== null) throw new Error(wrong);
}
type Judged = {
  /** The request as JSON. */
  readonly sent: string;
  readonly owner: Person;
  /** Marks that the server was given to keep, as a note or tag may be any words. */
  readonly told: ReadonlySet<string>;
  readonly validate: Validate | undefined;
};

const hasEnded = async (baseUrl: string, { callers }: Person) => {
  for (const kind of callerKinds.slice(1)) {
    const path = kind === 'session' ? '/api/account/balance' : '/api/account';
    const { status } = await fetch(`${baseUrl}${path}`, { headers: callers[kind] });
    if (status === 401) return true;
  }
  return false;
};

type Ids = { readonly owner: Person; readonly words: readonly string[]; readonly seed: number };

/** Requests with each of the owner's ids in the path, from the callers who may do everything. */
function everyId(operation: Operation, { owner, words, seed }: Ids) {
  const [sample] = fc.sample(requestsOf(operation, words), { numRuns: 1, seed });
  if (sample === undefined) return [];
  const names = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  return owner.ids.flatMap((id) => {
    const path = Object.fromEntries(names.map((name) => [name, id]));
    return (['user', 'session'] as const).map((who) => ({ request: { ...sample, path }, who }));
  });
}

/**
 * Sends each operation of a server what it allows and what it forbids, as a second person in every way there is, with
 * the ids of a first one. Nothing that is the first one's may be shown or changed, and no answer may be a fault.
 */
export async function fuzzTwoPeople(options: Options): Promise<FuzzResult> {
  const { baseUrl, guids, wish, runs, seed, validate, only = () => true } = options;
  const owner = await makePerson(baseUrl, 'Owner', wish);
  const before = await readOwn(baseUrl, owner);
  let other = await makePerson(baseUrl, 'Other');
  const page = await (await fetch(`${baseUrl}/api/manifest.yaml`)).text();
  const operations = [...readOperations(page), ...plainOperations].filter(only);
  const words = [...owner.ids, ...guids, 'obj', 'glb', '10k', '1k', '10k/thing.obj', 'approve'];
  const statuses: Record<string, number> = {};
  const findings: string[] = [];
  const told = new Set<string>();
  let requests = 0;

  for (const operation of operations) {
    // Its own requests may have signed it out.
    if (await hasEnded(baseUrl, other)) other = await makePerson(baseUrl, 'Other');
    const input = fc.record({
      request: requestsOf(operation, words),
      who: fc.constantFrom<CallerKind>(...callerKinds),
    });
    const byId = operation.path.includes('Id}') ? everyId(operation, { owner, words, seed }) : [];
    const result = await fc.check(
      fc.asyncProperty(input, async ({ request, who }) => {
        const answer = await send(baseUrl, operation, request, other.callers[who]);
        requests += 1;
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        const sent = JSON.stringify(request);
        requireRight(operation, answer, { sent, owner, told, validate });
        if (operation.body && answer.status < 300)
          for (const mark of owner.marks) if (sent.includes(mark)) told.add(mark);
      }),
      { numRuns: runs + byId.length, seed, examples: byId.map((one): [typeof one] => [one]) },
    );
    if (result.failed)
      findings.push(
        `${operation.method} ${operation.path} ${String(Reflect.get(Object(result.errorInstance), 'message'))}; sent ${JSON.stringify(result.counterexample?.[0])}`.slice(
          0,
          500,
        ),
      );
  }
  if ((await readOwn(baseUrl, owner)) !== before) findings.push("Another account's own things have changed.");
  return { requests, operations: operations.length, statuses, findings };
}
