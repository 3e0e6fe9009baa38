export type Value = string | number | null | Buffer;
export type Params = Readonly<Record<string, Value>>;

/** One statement in both engines' SQL; `@name` is a parameter. Column names in mixed case must be quoted. */
export type Query = { readonly sqlite: string; readonly postgres: string };
type Reply<Row> = { readonly rows: readonly Row[]; readonly changes: number };

type Answer<Row> = (params: Params) => Reply<Row> | Promise<Reply<Row>>;

/** A connection: SQLite answers synchronously, PostgreSQL asynchronously. */
export type Asker = { prepare<Row>(query: Query): Answer<Row> };

type Step = (asker: Asker) => void | Promise<void>;

/** Database work for both engines: a generator that yields statements and gets their results, waiting if the store does. */
export type Steps<Result> = Generator<Step, Result, void>;

/** Creates a statement that is prepared once per connection. */
function createAsk<Row>(text: string | Query) {
  const query = typeof text === 'string' ? { sqlite: text, postgres: text } : text;
  const prepared = new WeakMap<Asker, Answer<Row>>();
  const answerOf = (asker: Asker) => {
    const known = prepared.get(asker);
    if (known !== undefined) return known;
    const made = asker.prepare<Row>(query);
    prepared.set(asker, made);
    return made;
  };
  return function* (params: Params): Steps<Reply<Row>> {
    const told: { reply?: Reply<Row> } = {};
    const take = (reply: Reply<Row>) => {
      told.reply = reply;
    };
    yield (asker) => {
      const reply = answerOf(asker)(params);
      return reply instanceof Promise ? reply.then(take) : take(reply);
    };
    if (told.reply === undefined) throw new Error('A statement was not answered.');
    return told.reply;
  };
}

/** Selects all rows. */
export function selectAll<P extends Params, Row>(text: string | Query) {
  const ask = createAsk<Row>(text);
  return function* (params: P): Steps<readonly Row[]> {
    return (yield* ask(params)).rows;
  };
}

/** Selects the first row; null if there is none. */
export function selectOne<P extends Params, Row>(text: string | Query) {
  const ask = createAsk<Row>(text);
  return function* (params: P): Steps<Row | null> {
    return (yield* ask(params)).rows[0] ?? null;
  };
}

/** Selects the `count` column of a statement. */
export function selectCount<P extends Params>(text: string | Query) {
  const select = selectOne<P, { readonly count: number }>(text);
  return function* (params: P): Steps<number> {
    return (yield* select(params))?.count ?? 0;
  };
}

/** Changes rows and returns how many. */
export function change<P extends Params>(text: string | Query) {
  const ask = createAsk<never>(text);
  return function* (params: P): Steps<number> {
    return (yield* ask(params)).changes;
  };
}

/** Runs steps on a synchronous connection. */
export function runNow<Result>(steps: Steps<Result>, asker: Asker): Result {
  let next = steps.next();
  while (!next.done) {
    try {
      if (next.value(asker) instanceof Promise) throw new Error('This connection answers later.');
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next();
  }
  return next.value;
}

/** Runs steps on an asynchronous connection. */
export async function runLater<Result>(steps: Steps<Result>, asker: Asker): Promise<Result> {
  let next = steps.next();
  while (!next.done) {
    try {
      await next.value(asker);
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next();
  }
  return next.value;
}
