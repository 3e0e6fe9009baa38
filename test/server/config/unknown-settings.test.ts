import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';

const read = (environment: Record<string, string>) =>
  readConfig({ LODESTOCK_DATA_DIR: '/data', ...environment });

test.each([
  ['LODESTOCK_CATALOG', 'private', 'LODESTOCK_CATALOGUE'],
  ['LODESTOCK_REGISTER', 'closed', 'LODESTOCK_REGISTRATION'],
  ['LODESTOCK_REGISTRATON', 'closed', 'LODESTOCK_REGISTRATION'],
  ['LODESTOCK_TLS_CERTIFICATE', '/cert.pem', 'LODESTOCK_TLS_CERT'],
  ['lodestock_catalogue', 'private', 'LODESTOCK_CATALOGUE'],
])('refuses to start with %s', (name, value, meant) => {
  expect(() => read({ [name]: value })).toThrow(
    `no setting ${name}, so it has no effect. Did you mean ${meant}?`,
  );
});

test('names settings that do not exist', () => {
  const { warnings } = read({ LODESTOCK_POSTER: 'off', LODESTOCK_WEATHER: 'fine', LODESTOCK_TEST_SEED: '1' });

  expect(warnings).toEqual([
    'There is no setting LODESTOCK_POSTER, so it has no effect. Did you mean LODESTOCK_POSTERS?',
    'There is no setting LODESTOCK_WEATHER, so it has no effect.',
  ]);
});

test('lets people join by invitation, unless it only tries out the demo', () => {
  const modeOf = (environment: Record<string, string>) => read(environment).registration;

  expect(modeOf({ LODESTOCK_LIBRARY_DIR: '/models' })).toBe('invite');
  expect(modeOf({})).toBe('open');
  expect(modeOf({ LODESTOCK_HOST: '0.0.0.0' })).toBe('invite');
  expect(modeOf({ LODESTOCK_BASE_URL: 'http://models.studio.lan' })).toBe('invite');
});
