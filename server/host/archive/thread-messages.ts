import type { ArchivePlan } from './archive-plan.ts';

/** What a reading thread is told; a plan comes once, before the first reading of it. */
export type ToThread =
  | { readonly kind: 'plan'; readonly plan: ArchivePlan }
  | { readonly kind: 'forget'; readonly planId: string }
  | {
      readonly kind: 'read';
      readonly call: number;
      readonly job: number;
      readonly planId: string;
      readonly memory: SharedArrayBuffer;
      readonly length: number;
      readonly position: number;
    }
  | { readonly kind: 'end'; readonly job: number };

export type FromThread = { readonly call: number; readonly failure: string | null };
