import { vi } from 'vitest';

// The stores of the window are one each for a page: a file gets its own, in the process of the file before.
vi.resetModules();
// As in the window, which has all texts.
await import('../../src-renderer/text/parts/all.ts');
