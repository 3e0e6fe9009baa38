import { expect, test } from 'vitest';
import { createServerEnvironment } from '../../../src-main/server-connection/server-environment.ts';

const base = { port: 8123, dataFolder: '/data', posterKey: 'key', modelsFolder: null };

test('inherits nothing that changes how Node runs', () => {
  const environment = createServerEnvironment({
    ...base,
    inherited: { PATH: '/bin', NODE_OPTIONS: '--require evil', LODESTOCK_HOST: '0.0.0.0', AWS_SECRET: 'x' },
  });

  expect(environment).toEqual({
    PATH: '/bin',
    LODESTOCK_HOST: '127.0.0.1',
    LODESTOCK_PORT: '8123',
    LODESTOCK_DATA_DIR: '/data',
    LODESTOCK_LOG_LEVEL: 'info',
    LODESTOCK_POSTERS_KEY: 'key',
    LODESTOCK_DEMO: 'true',
  });
});

test('offers a folder of models instead of the demo', () => {
  const environment = createServerEnvironment({ ...base, inherited: {}, modelsFolder: '/models' });

  expect(environment.LODESTOCK_LIBRARY_DIR).toBe('/models');
  expect(environment).not.toHaveProperty('LODESTOCK_DEMO');
});
