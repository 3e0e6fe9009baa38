import type { z } from 'zod';
import type {
  DesktopCallName,
  DesktopCallOutput,
  DesktopEvent,
  DesktopEventName,
  desktopCalls,
} from './contract.ts';

export type CallInputs = { readonly [N in DesktopCallName]: z.output<(typeof desktopCalls)[N]['input']> };

// biome-ignore lint/suspicious/noConfusingVoidType: the handler of a call without output may return nothing
type Answer<T> = undefined extends T ? void : T;

/** One handler per desktop call; a missing one does not compile. */
export type DesktopHandlers = {
  readonly [N in DesktopCallName]: (
    input: CallInputs[N],
  ) => Answer<DesktopCallOutput<N>> | Promise<Answer<DesktopCallOutput<N>>>;
};

/** The calls whose names start with the feature's name. */
export type FeatureHandlers<F extends string> = Pick<
  DesktopHandlers,
  Extract<DesktopCallName, `${F}.${string}`>
>;

export type Publish = <N extends DesktopEventName>(name: N, payload: DesktopEvent<N>) => void;
