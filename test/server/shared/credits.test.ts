import { expect, test } from 'vitest';
import { toCredits, toCsv } from '../../../server/shared/credits.ts';

const chair = {
  title: 'Chair [old]\nwith *arms*',
  license: 'CC-BY-4.0',
  attribution: 'Ada <ada@example.org>',
  source: 'https://models.example.org/model/chair',
};
const lamp = { title: 'Lamp', license: '', attribution: null, source: '' };

test('writes credits as text, by licence', () => {
  expect(toCredits([chair, lamp], { noLicence: 'No licence' })).toMatchInlineSnapshot(`
    "No licence
    - “Lamp”

    CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/)
    - “Chair [old] with *arms*”: Ada <ada@example.org>, https://models.example.org/model/chair
    "
  `);
});

test('writes credits as Markdown in which names are only names', () => {
  expect(toCredits([chair, lamp], { noLicence: 'No licence', isMarkdown: true })).toMatchInlineSnapshot(`
    "## No licence

    - Lamp

    ## [CC-BY-4.0](https://creativecommons.org/licenses/by/4.0/)

    - [Chair \\[old\\] with \\*arms\\*](https://models.example.org/model/chair): Ada \\<ada@example.org\\>
    "
  `);
});

test('writes CSV that no spreadsheet calculates', () => {
  const table = toCsv([['=1+1', '+4', '-4', '@x', '\tx', 'a "b"', 'a,b', 'a\r\nb', -4]]);

  expect(table).toBe(`\uFEFF'=1+1,'+4,'-4,'@x,'\tx,"a ""b""","a,b","a\r\nb",-4\r\n`);
});

test('writes CSV of which a spreadsheet that divides at semicolons calculates nothing', () => {
  expect(toCsv([['a;=1+1', 'b\t@x', 'c; -1', 'd;e', 'f-g']])).toBe("\uFEFFa;'=1+1,b\t'@x,c; '-1,d;e,f-g\r\n");
});
