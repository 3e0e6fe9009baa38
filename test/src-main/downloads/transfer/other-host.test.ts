import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { limits } from '../../../../server/contract/limits.ts';
import { listen } from '../../listen.ts';
import { createCatalogue, dropAfter, leavesOf, scenePath } from '../catalogue.ts';

const { leafBytes } = limits;
const content = randomBytes(2 * leafBytes + 5000);

test('goes on at another host when the first one dies on the way', async () => {
  const dying = await listen((request, response) => {
    dropAfter(leafBytes + 1000)(request, response, content);
    response.once('close', () => void dying.close());
  });
  let asked = 0;
  const toDying = (answer: Record<string, unknown>) => {
    asked += 1;
    if (asked > 1) return answer;
    const url = new URL(String(answer.downloadUrl));
    return { ...answer, downloadUrl: `${dying.origin}${url.pathname}` };
  };
  const { start, fileRequests, reports } = await createCatalogue({
    files: { [scenePath]: content },
    leavesOf,
    alterDirect: toDying,
  });

  const { filePath } = await start();

  expect((await readFile(filePath)).equals(content)).toBe(true);
  expect(dying.requests.length).toBe(1);
  // What a dying connection still delivers differs, but it is not fetched again.
  expect(fileRequests().map(({ headers }) => headers.range)).toEqual([
    expect.stringMatching(/^bytes=\d{6,}-$/),
  ]);
  expect(reports.flatMap(({ chargedUsd }) => chargedUsd ?? [])).toEqual([1]);
});
