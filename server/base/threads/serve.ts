import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

/** Written as a method, so that calls with any input fit; `Parameters` and `ReturnType` still give exact types. */
type Call = { run(...input: unknown[]): unknown }['run'];

export type AnyThread = {
  readonly data: unknown;
  readonly calls: Readonly<Record<string, Call>>;
  readonly news: unknown;
};

/** A thread's start data, the calls that it answers, and the events that it sends. */
export type ThreadType<
  Data,
  Calls extends AnyThread['calls'] = Readonly<Record<never, Call>>,
  News = never,
> = { readonly data: Data; readonly calls: Calls; readonly news: News };

/** A message from the owner; one with an id expects an answer. */
export type Order = { readonly name: string; readonly input: readonly unknown[]; readonly id?: number };
export const endOrder = 'end';

type CrossingError = {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
};
export type Message =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: CrossingError }
  | { readonly news: unknown };

/** `ending` holds 1 once the thread must end. */
export type ThreadData<Data> = { readonly data: Data; readonly ending: Int32Array };

type Context<T extends AnyThread> = {
  readonly data: T['data'];
  readonly tell: (news: T['news']) => void;
  /** Whether the owner is closing the thread, so that a long call can stop early. */
  readonly isEnding: () => boolean;
};

type Served<T extends AnyThread> = {
  readonly calls: T['calls'];
  /** Called when the owner closes the thread; the thread ends once this settles. */
  readonly end?: () => void | Promise<void>;
};

function toCrossing(error: unknown): CrossingError {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, stack: error.stack, ...('code' in error && { code: error.code }) };
}

function run(port: MessagePort, call: Call, { id, input }: Order): unknown {
  if (id === undefined) return call(...input);
  const succeed = (result: unknown) => port.postMessage({ id, result } satisfies Message);
  const fail = (error: unknown) => port.postMessage({ id, error: toCrossing(error) } satisfies Message);
  try {
    const result = call(...input);
    return result instanceof Promise ? result.then(succeed).catch(fail) : succeed(result);
  } catch (error) {
    return fail(error);
  }
}

/** Serves a thread's calls in order until closed. A failed call rejects for its caller; a failed `tell` ends the thread. */
export async function serveThread<T extends AnyThread>(
  open: (context: Context<T>) => Served<T> | Promise<Served<T>>,
): Promise<void> {
  const port = parentPort;
  if (!port) return;
  const { data, ending }: ThreadData<T['data']> = workerData;
  let hasEnded = false;
  const served = await open({
    data,
    tell: (news) => void (hasEnded || port.postMessage({ news } satisfies Message)),
    isEnding: () => Atomics.load(ending, 0) === 1,
  });
  port.on('message', async (order: Order | typeof endOrder) => {
    if (order === endOrder) {
      await served.end?.();
      hasEnded = true;
      port.close();
      return;
    }
    const call = served.calls[order.name];
    if (!call) throw new Error(`This thread has no call "${order.name}".`);
    await run(port, call, order);
  });
}
