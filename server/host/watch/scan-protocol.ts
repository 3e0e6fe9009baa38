import type { ScanResult } from '../scan/scan-library.ts';

export type ScanSettings = {
  readonly databaseFile: string;
  readonly libraryDir: string;
  readonly defaultPriceCents: number;
  readonly quietMs: number;
  /** 0: never. */
  readonly sweepMs: number;
  /** Whether models are to be embedded as they change. */
  readonly hasEmbedder: boolean;
};

/** What the server asks of the thread; `clockAhead` is what its clock differs from the system's. */
export type ScanRequest =
  | { readonly kind: 'scan'; readonly id: number; readonly clockAhead: number; readonly isPatient: boolean }
  | { readonly kind: 'watch' }
  | { readonly kind: 'close' };

export type ScanReport =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'committed' }
  | { readonly kind: 'scanned'; readonly id: number; readonly result: ScanResult }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** Changes were noticed and taken in. */
  | { readonly kind: 'kept'; readonly result: ScanResult }
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'closed' };
