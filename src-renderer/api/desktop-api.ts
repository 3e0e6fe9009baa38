import { AppError, fromErrorBody, internalMessage, type Outcome } from '../../server/contract/errors.ts';
import type { DesktopApi } from './api.ts';

/** The functions that the preload script adds to the window. */
export type DesktopBridge = {
  call(name: string, input?: unknown): Promise<Outcome<unknown>>;
  on(name: string, listener: (payload: unknown) => void): () => void;
};

declare global {
  interface Window {
    readonly lodestock?: DesktopBridge;
  }
}

/** Only the names are typed here: the main process checks every input, and its answers match the contract. */
export function createDesktopApi(bridge: DesktopBridge): DesktopApi {
  const call = async (name: string, input?: unknown) => {
    const outcome = await bridge.call(name, input);
    if (outcome.ok) return outcome.value;
    throw fromErrorBody(outcome.error) ?? new AppError('INTERNAL', internalMessage);
  };
  return { call, on: bridge.on } as DesktopApi;
}
