import type { UpdatesState } from '../platform/ipc/contract.ts';

export const untouched: UpdatesState = {
  ...{ status: 'waiting', obstacle: null, version: null, notes: null, progress: null },
  ...{ fault: null, checkedAt: null, previous: null, isTroubled: false, isRollback: false },
};

export const nothingNew = { status: 'current', version: null, notes: null, isRollback: false } as const;
