import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { createFileInspector } from '../../../server/inspect/file-inspector.ts';
import { makeFolder } from '../../helpers/make-folder.ts';

const folder = makeFolder();
const inspect = createFileInspector();
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a'.repeat(16)}\nsize 12345\n`;

test.each([
  ['rock.blend', pointer, 'is only a Git LFS pointer. Run "git lfs pull" in its folder.'],
  ['rock.max', pointer, 'is only a Git LFS pointer. Run "git lfs pull" in its folder.'],
  ['rock.glb', pointer, 'is only a Git LFS pointer. Run "git lfs pull" in its folder.'],
  ['rock.tga', pointer, 'is only a Git LFS pointer. Run "git lfs pull" in its folder.'],
  ['car.max', '', 'is empty. Export it again.'],
  [
    'car.c4d',
    Buffer.alloc(9000),
    'starts with nothing but zeros; it was probably not copied or downloaded completely. Copy it here again.',
  ],
  [
    'fox.glb',
    '<!DOCTYPE html><title>404</title>',
    'is a web page that was saved under this name. Download the file again.',
  ],
  ['sound.max', 'what 3ds Max writes', null],
  ['notes.txt', '', null],
])('says of %s what stands in for it', async (name, content, problem) => {
  const file = path.join(folder, name);
  writeFileSync(file, content);

  const found = await inspect(file, path.extname(name).slice(1));

  expect(found.problem && textOf(found.problem)).toBe(problem === null ? null : `${name} ${problem}`);
});
