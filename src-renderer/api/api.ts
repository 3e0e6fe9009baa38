import type { DesktopRouteName, InputOf, OutputOf, RouteName } from '../../server/contract/index.ts';
import type {
  DesktopCallInput,
  DesktopCallName,
  DesktopCallOutput,
  DesktopEvent,
  DesktopEventName,
} from '../../src-main/platform/ipc/contract.ts';

type Calls = { readonly [N in RouteName]: { input: InputOf<N>; output: OutputOf<N> } } & {
  readonly [N in DesktopCallName]: { input: DesktopCallInput<N>; output: DesktopCallOutput<N> };
};
type CallName = keyof Calls;
export type CallOptions = { readonly signal?: AbortSignal };

type CallArguments<I> = undefined extends I
  ? [input?: I, options?: CallOptions]
  : Record<never, never> extends I
    ? [input?: I, options?: CallOptions]
    : [input: I, options?: CallOptions];

/** Calls by name; every failure is thrown as an AppError. */
export type Api<N extends CallName, E extends DesktopEventName = never> = {
  call<K extends N>(name: K, ...rest: CallArguments<Calls[K]['input']>): Promise<Calls[K]['output']>;
  /** Returns a function that ends the subscription. */
  on<K extends E>(name: K, listener: (payload: DesktopEvent<K>) => void): () => void;
};

export type CatalogueApi = Api<'browse' | 'search' | 'filters' | 'model' | 'similar'>;
export type CatalogueStatusApi = Api<'catalogueStatus'>;
export type DesktopApi = Api<DesktopRouteName | DesktopCallName, DesktopEventName>;
export type WebApi = Api<RouteName>;
