import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findLicence, findLicences, joinLicences } from '../../../../server/library/recognise/licences.ts';
import { isLicenceFile, isNoteFile, readTextNote } from '../../../../server/library/recognise/notes.ts';
import { readLicence } from '../../../../server/shared/licence-terms.ts';

const debian = '/usr/share/common-licenses';

const common: readonly (readonly [string, string])[] = [
  ['Apache-2.0', 'Apache-2.0'],
  ['Artistic', 'Artistic-1.0'],
  ['BSD', 'BSD-3-Clause'],
  ['CC0-1.0', 'CC0-1.0'],
  ['GFDL-1.2', 'GFDL-1.2'],
  ['GFDL-1.3', 'GFDL-1.3'],
  ['GPL-1', 'GPL-1.0'],
  ['GPL-2', 'GPL-2.0'],
  ['GPL-3', 'GPL-3.0'],
  ['LGPL-2', 'LGPL-2.0'],
  ['LGPL-2.1', 'LGPL-2.1'],
  ['LGPL-3', 'LGPL-3.0'],
  ['MPL-1.1', 'MPL-1.1'],
  ['MPL-2.0', 'MPL-2.0'],
];
for (const [file, licence] of common)
  test.skipIf(!existsSync(`${debian}/${file}`))(
    `knows the text of ${licence} (skipped where this system lacks it)`,
    () => {
      expect(findLicences(readFileSync(`${debian}/${file}`, 'utf8'))).toEqual([licence]);
    },
  );

const Package = z.object({ license: z.string() });

function listPackages(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inside = path.join(folder, entry.name);
    if (entry.name.startsWith('.') || !statSync(inside).isDirectory()) return [];
    return entry.name.startsWith('@') ? listPackages(inside) : [inside];
  });
}

/** The licence texts of a package with what its package.json says of them. */
function listTexts(folder: string) {
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) return [];
  const parsed = Package.safeParse(JSON.parse(readFileSync(manifest, 'utf8')));
  if (!parsed.success) return [];
  return readdirSync(folder)
    .filter((name) => isLicenceFile(name) && statSync(path.join(folder, name)).isFile())
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8').slice(0, 64 * 1024);
      return { file: path.join(folder, name), said: parsed.data.license, found: findLicence(text) };
    });
}

test('agrees with what packages say of themselves', () => {
  const texts = listPackages('node_modules').flatMap(listTexts);

  const told = texts.filter(({ found }) => found !== null);
  const wrong = told.filter(({ said, found }) => !said.split(/[() ]+/).includes(found ?? ''));

  expect(wrong).toEqual([]);
  expect(told.length).toBeGreaterThan(texts.length * 0.9);
});

const filler = 'The parties agree that royalty-free use is not for editorial purposes. '.repeat(40);

test.each([
  ['GNU AFFERO GENERAL PUBLIC LICENSE\n Version 3, 19 November 2007\n', 'AGPL-3.0'],
  ['SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007\n', 'OFL-1.1'],
  ['European Union Public Licence\nV. 1.2\n', 'EUPL-1.2'],
  ['Attribution-ShareAlike 4.0 International\n\n=====\n', 'CC-BY-SA-4.0'],
  ['Creative Commons Legal Code\n\nAttribution-NonCommercial-NoDerivs 3.0 Unported\n', 'CC-BY-NC-ND-3.0'],
  ['Creative Commons Legal Code\n\nCC0 1.0 Universal\n', 'CC0-1.0'],
  ['# Apache License\r\n\r\nVersion 2.0, January 2004\r\n', 'Apache-2.0'],
  ['                 The Artistic License 2.0\n', 'Artistic-2.0'],
  ['Eclipse Public License - v 2.0\n', 'EPL-2.0'],
  ['CERN Open Hardware Licence Version 2 - Strongly Reciprocal\n', 'CERN-OHL-S-2.0'],
])('knows a long text by its title: %j', (title, licence) => {
  expect(findLicences(title + filler)).toEqual([licence]);
});

test.each([
  [
    'no licence that a long text only mentions',
    `Compatible with the GNU General Public License, version 2. ${filler}`,
    [],
  ],
  [
    'several texts in one file',
    `Apache License\nVersion 2.0\n${filler}\nMIT License\nPermission is hereby granted, free of charge, to any person obtaining a copy\nThis shall be included in all copies.`,
    ['Apache-2.0', 'MIT'],
  ],
  [
    'a notice of the GPL',
    'This is free; you can use it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.',
    ['GPL-2.0'],
  ],
  [
    'a condition that the licence does not have',
    'MIT License. Not for commercial use.',
    ['MIT', 'no commercial use'],
  ],
  ['a licence that is denied', 'This is not royalty-free and not under CC0.', []],
  ['what a line for machines says', 'SPDX-License-Identifier: CC-BY-SA-4.0', ['CC-BY-SA-4.0']],
  [
    'letters and words of one licence',
    'Creative Commons Attribution-NonCommercial 4.0 International (CC BY-NC 4.0)',
    ['CC-BY-NC-4.0'],
  ],
  ['the licence of a shop', 'Royalty Free License, no editorial limits', ['Royalty-free']],
])('finds %s', (_, text, licences) => {
  expect(findLicences(text)).toEqual(licences);
});

test.each([
  [
    'Creative Commons Namensnennung - Weitergabe unter gleichen Bedingungen 4.0 International',
    'CC-BY-SA-4.0',
  ],
  ["Licence Creative Commons Attribution - Pas d'Utilisation Commerciale 4.0", 'CC-BY-NC-4.0'],
  ['Creative Commons Reconocimiento-CompartirIgual 4.0 Internacional', 'CC-BY-SA-4.0'],
  ['Creative Commons Atribuição 4.0', 'CC-BY-4.0'],
  ['Creative Commons Attribution Non Commercial No Derivatives 4.0', 'CC-BY-NC-ND-4.0'],
  ['Creative Commons Attribution, NonCommercial 4.0', 'CC-BY-NC-4.0'],
  ['Creative Commons Attribution–NonCommercial–ShareAlike 4.0', 'CC-BY-NC-SA-4.0'],
  ['Creative Commons BY 4.0', 'CC-BY-4.0'],
  ['license: CC_BY_NC_4.0', 'CC-BY-NC-4.0'],
  ['License: CCBY4.0', 'CC-BY-4.0'],
  ['Licensed under CERN-OHL-S v2', 'CERN-OHL-S-2.0'],
  ['Open Database License: http://opendatacommons.org/licenses/odbl/1.0/', 'ODbL-1.0'],
  ['Editorial Uses Only', 'Editorial use only'],
  ['Business Source License 1.1\n\nChange License: Apache License, Version 2.0', 'BUSL-1.1'],
])('reads %j as %s', (text, licence) => {
  expect(findLicences(text)).toEqual([licence]);
});

test('names a text that has several licences', () => {
  expect(readTextNote('LICENSE.txt', 'Models are CC0, music is CC-BY 4.0').license).toBe(
    'See LICENSE.txt (CC-BY-4.0, CC0-1.0)',
  );
});

test('names a list of components with several licences', () => {
  expect(readTextNote('LICENSES.txt', 'Chair\nLicense: CC0\n\nTable\nLicense: CC-BY-4.0\n').license).toBe(
    'See LICENSES.txt (CC-BY-4.0, CC0-1.0)',
  );
});

test.each(['LICENSE-3RD-PARTY.txt', 'third_party_licenses.md', 'ThirdPartyLicenses.txt'])(
  'takes no licence from %s',
  (name) => {
    expect(readTextNote(name, 'MIT License').license).toBeUndefined();
  },
);

test.each([
  ['The code is under MIT. All models are released under CC0.', 'CC0-1.0'],
  ['All assets of this pack are licensed under CC BY 4.0.', 'CC-BY-4.0'],
  ['Made with a texture from a site that is under CC0.', undefined],
  ['License: MIT', 'MIT'],
])('reads from a readme: %j', (text, license) => {
  expect(readTextNote('README.md', text).license).toBe(license);
});

test.each([
  ['CREDITS.txt', 'Chair by Ada, CC-BY 3.0', 'CC-BY-3.0'],
  ['AUTHORS', 'Chair by Ada (CC-BY 3.0)\nTable by Bo; CC0\n', 'See AUTHORS (CC-BY-3.0, CC0-1.0)'],
  ['README.md', 'The font is by Ada, OFL 1.1', undefined],
])('reads who made what under which licence in %s', (name, text, license) => {
  expect(isNoteFile(name)).toBe(true);
  expect(readTextNote(name, text).license).toBe(license);
});

test.each([
  [['CC-BY-4.0', 'Editorial use only'], 'See A and B (CC-BY-4.0, Editorial use only)', ['editorial']],
  [['See A (MIT, no commercial use)', 'ISC'], 'See A and B (ISC, MIT, no commercial use)', ['nonCommercial']],
  [['MIT', 'See B'], 'See A and B (MIT, other terms)', undefined],
  [['CC0-1.0', 'Ask us first, always.'], 'See A and B (CC0-1.0, other terms)', undefined],
  [['See A', 'See B'], 'See A and B', undefined],
])('forgets none of the licences %j of texts that are read together', (licences, license, terms) => {
  const joined = joinLicences(licences.map((one, at) => ({ path: `Pack/${'AB'[at]}`, license: one })));

  expect(joined?.license).toBe(license);
  expect(readLicence(license)?.terms).toEqual(terms);
});
