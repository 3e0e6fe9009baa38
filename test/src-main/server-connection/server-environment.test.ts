import { expect, test } from 'vitest';
import { createServerEnvironment } from '../../../src-main/server-connection/server-environment.ts';

const base = { certificateFile: null, port: 8123, dataFolder: '/data', posterKey: 'key', modelsFolder: null };

test('inherits nothing that changes how Node runs', () => {
  const environment = createServerEnvironment({
    ...base,
    inherited: { PATH: '/bin', NODE_OPTIONS: '--require evil', LODESTOCK_HOST: '0.0.0.0', AWS_SECRET: 'x' },
  });

  expect(environment).toEqual({
    PATH: '/bin',
    LODESTOCK_HOST: '127.0.0.1',
    LODESTOCK_PORT: '8123',
    LODESTOCK_BLENDER: 'off',
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

test('reaches the network as this computer does', () => {
  const network = {
    HTTPS_PROXY: 'http://proxy.lan:3128',
    NO_PROXY: '*.lan',
    NODE_EXTRA_CA_CERTS: '/etc/studio.pem',
  };

  const environment = createServerEnvironment({
    ...{ ...base, inherited: network, certificateFile: '/home/ada/studio.pem' },
  });

  expect(environment).toMatchObject({ ...network, LODESTOCK_CA_FILE: '/home/ada/studio.pem' });
});
