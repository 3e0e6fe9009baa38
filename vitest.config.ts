import { defineConfig } from 'vitest/config';

// Limits for a machine that is many times slower or busier; what is waited for ends its wait as soon as it is there.
const patient = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/**/*.test.{ts,tsx}'], exclude: ['test/e2e/**'], ...patient } },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], fileParallelism: false, ...patient } },
    ],
  },
});
