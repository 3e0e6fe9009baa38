import { expect, test } from 'vitest';
import { nameColour } from '../../../../server/posters/pictures/name-colour.ts';

/** Colours as pages name them, and woods, metals and skins as renders have them. */
const known = {
  black: ['000000', '101010', '1c1a18', '2a2a2c', '0a0f14'],
  grey: ['808080', '696969', 'a9a9a9', '708090', '5a5d62', 'c0c0c0'],
  white: ['ffffff', 'f5f5f5', 'fffafa', 'f0f8ff', 'fffff0', 'faf0e6'],
  red: ['ff0000', 'b22222', 'dc143c', '8b0000', 'cd5c5c', 'a3262a'],
  orange: ['ffa500', 'ff8c00', 'e07020', 'ff7f24', 'be6e14'],
  yellow: ['ffff00', 'ffd700', 'f0e68c', 'e5c100'],
  green: ['008000', '00ff00', '228b22', '2e8b57', '556b2f', '808000', '98fb98', '6b8e23'],
  blue: ['0000ff', '000080', '1e90ff', '4169e1', '87ceeb', '00bfff', '191970', '4682b4'],
  purple: ['800080', '8a2be2', '4b0082', '9370db', '9932cc'],
  pink: ['ffc0cb', 'ff69b4', 'ff1493', 'ee82ee', 'ffb6c1'],
  brown: ['8b4513', 'a0522d', '96703f', '5c4033', 'd2b48c', '654321', '6f4e37'],
} as const;

const toChannels = (hex: string) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

test.each(Object.entries(known))('calls colours %s as people do', (name, samples) => {
  const named = samples.map((hex) => {
    const [red = 0, green = 0, blue = 0] = toChannels(hex);
    return `${hex} ${nameColour(red, green, blue)}`;
  });

  expect(named).toEqual(samples.map((hex) => `${hex} ${name}`));
});
