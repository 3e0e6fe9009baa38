import { expect, test } from 'vitest';
import { createProtocol, createSchemes } from './schemes.ts';

const privileged = [{ scheme: 'app', privileges: { standard: true, secure: true } }];

test('translates its own scheme there and back', () => {
  const schemes = createSchemes();
  schemes.register(privileged);
  schemes.handle('app', () => new Response());

  const translated = schemes.toChromium('app://bundle/index.html?a=1#top');

  expect(translated).toBe('https://bundle.app.electron-host.invalid/index.html?a=1#top');
  expect(schemes.fromChromium(translated)).toBe('app://bundle/index.html?a=1#top');
});

test('leaves every other address as it is', () => {
  const schemes = createSchemes();

  expect(schemes.toChromium('https://example.org/a')).toBe('https://example.org/a');
  expect(schemes.toChromium('app://bundle/')).toBe('app://bundle/');
  expect(schemes.fromChromium('https://example.org/a')).toBe('https://example.org/a');
});

test('refuses to handle a scheme that is not standard', () => {
  const schemes = createSchemes();

  expect(() => schemes.handle('app', () => new Response())).toThrow('register app as a standard');
});

test('refuses privileges once the app is ready', () => {
  const protocol = createProtocol(createSchemes(), () => true);

  expect(() => protocol.registerSchemesAsPrivileged(privileged)).toThrow('before app is ready');
});
