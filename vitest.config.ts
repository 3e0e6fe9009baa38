import { defineConfig } from 'vitest/config';

const slow = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/**/*.test.{ts,tsx}'], exclude: ['test/e2e/**'], ...slow } },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], fileParallelism: false, ...slow } },
    ],
  },
});
