import type { Codec, CodecParts, LiveReference } from './encoded.ts';

type Call = { readonly id: number; readonly args: string };
type Settled = { readonly id?: number; readonly ok?: string; readonly bad?: string };
type Slot = { ok?: string; bad?: string };
type Callable = (...args: readonly unknown[]) => unknown;
type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void };

export type World = 'main' | 'isolated';

export type BridgeOptions = {
  /** Where both worlds meet: only DOM events cross between them. */
  readonly target: EventTarget;
  /** A secret, so that the page cannot speak on the bridge. */
  readonly key: string;
  readonly world: World;
  readonly createCodec: (live: CodecParts['live']) => Codec;
};

export function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

/** Sends JSON to the other world and hears it, synchronously. */
export function createWire({ target, key, world }: Omit<BridgeOptions, 'createCodec'>) {
  const dispatch = EventTarget.prototype.dispatchEvent.bind(target);
  const other = world === 'main' ? 'isolated' : 'main';
  return {
    post: (topic: string, message: unknown): void => {
      dispatch(new CustomEvent(`${key}:${other}:${topic}`, { detail: JSON.stringify(message) }));
    },
    listen: <Message>(topic: string, hear: (message: Message) => void): void => {
      const receive = (event: Event): void => {
        event.stopImmediatePropagation();
        if (event instanceof CustomEvent) hear(JSON.parse(event.detail));
      };
      target.addEventListener(`${key}:${world}:${topic}`, receive, true);
    },
  };
}

export type Wire = ReturnType<typeof createWire>;

/** Numbers the functions of this world and answers the other world's calls to them. */
export function createOwnFunctions(wire: Wire, codec: () => Codec) {
  const functions = new Map<number, Callable>();
  const numbers = new WeakMap<Callable, number>();
  wire.listen<Call>('call', ({ id, args }) => {
    const { encode, decode } = codec();
    let answer: Slot;
    try {
      const given = decode(args);
      answer = { ok: encode(functions.get(id)?.(...(Array.isArray(given) ? given : []))) };
    } catch (error) {
      answer = { bad: encode(error) };
    }
    wire.post('returned', answer);
  });
  return (callable: Callable): LiveReference => {
    const id = numbers.get(callable) ?? functions.size + 1;
    numbers.set(callable, id);
    functions.set(id, callable);
    return { $: 'function', id };
  };
}

/** Calls a function of the other world and returns or throws what it did. */
export function createRemoteCall(wire: Wire, codec: () => Codec) {
  const slots: Slot[] = [];
  wire.listen<Slot>('returned', (answer) => Object.assign(slots.at(-1) ?? {}, answer));
  return (id: number, args: readonly unknown[]): unknown => {
    const { encode, decode } = codec();
    const slot: Slot = {};
    slots.push(slot);
    try {
      wire.post('call', { id, args: encode(args) });
    } finally {
      slots.pop();
    }
    if (slot.bad !== undefined) throw decode(slot.bad);
    if (slot.ok === undefined) throw new Error('electron-host: the other world did not answer');
    return decode(slot.ok);
  };
}

/** Lets promises of this world settle in the other, and the other way round. */
export function createPromises(wire: Wire, codec: () => Codec) {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  wire.listen<Settled>('settled', ({ id = 0, ok, bad }) => {
    const promise = waiting.get(id);
    waiting.delete(id);
    if (ok !== undefined) promise?.resolve(codec().decode(ok));
    else if (bad !== undefined) promise?.reject(codec().decode(bad));
  });
  const settle = async (id: number, value: object): Promise<void> => {
    try {
      wire.post('settled', { id, ok: codec().encode(await value) });
    } catch (error) {
      wire.post('settled', { id, bad: codec().encode(error) });
    }
  };
  return {
    encode: (value: object): LiveReference => {
      count += 1;
      void settle(count, value);
      return { $: 'promise', id: count };
    },
    decode: (id: number): Promise<unknown> =>
      new Promise((resolve, reject) => waiting.set(id, { resolve, reject })),
  };
}

/** One half of contextBridge: values cross by copy, functions and promises by reference. */
export function createBridge({ createCodec, ...wireOptions }: BridgeOptions): Wire & Codec {
  const wire = createWire(wireOptions);
  const promises = createPromises(wire, () => codec);
  const encodeFunction = createOwnFunctions(wire, () => codec);
  const callRemote = createRemoteCall(wire, () => codec);
  const codec: Codec = createCodec({
    encode: (value) => (isCallable(value) ? encodeFunction(value) : promises.encode(value)),
    decode: ({ $: kind, id }) =>
      kind === 'promise' ? promises.decode(id) : (...args: readonly unknown[]) => callRemote(id, args),
  });
  return { ...wire, ...codec };
}
