import { limits } from '../../../server/contract/limits.ts';
import { changing } from '../overlay-server.ts';
import type { Got, KitStage } from './kit-stage.ts';

export type Trial = {
  /** What a client does, as the end of "It …". */
  readonly name: string;
  /** Why it did not; empty where it held. */
  readonly run: (stage: KitStage) => Promise<string>;
};

const direct = /^\/api\/plugin\/download\/direct$/;
const formats = /^\/api\/plugin\/download\/formats\//;
const files = /^\/data\//;

/** The first sentence whose fact is false. */
const check = (...facts: readonly (readonly [fact: boolean, otherwise: string])[]) =>
  facts.find(([fact]) => !fact)?.[1] ?? '';
const said = ({ code, said }: Pick<Got, 'code' | 'said'>) =>
  `It ended with ${code} and said: ${said || 'nothing'}`;
const succeeded = (got: Got) =>
  check(
    [got.code === 0, said(got)],
    [got.lacks.length === 0, `These are missing or wrong: ${got.lacks.join(', ')}`],
  );
/** It failed, told the person why, and left no file that looks finished. */
const failed = (got: Got, sentence = /\w/) =>
  check(
    [got.code !== 0, 'It ended with 0, as if nothing had happened.'],
    [sentence.test(got.said), said(got)],
    [got.files.length === 0, `It left ${got.files.join(', ')}`],
  );

const refuse = (stage: KitStage, status: number, code: string, message: string) =>
  stage.overlay.answer(direct, () => ({
    status,
    body: JSON.stringify({ ok: false, code, message, requestId: 'kit' }),
  }));

/** The answer to a download with other names for its files. */
const rename = (stage: KitStage, scene: string, support?: (name: string) => string) =>
  stage.overlay.answer(direct, async (_seen, passOn) => {
    const answer = await (await passOn()).json();
    const twin = { relativePath: support?.(answer.relativePath), url: answer.downloadUrl };
    const more = support ? [{ ...answer, ...twin }] : [];
    const named = { ...answer, relativePath: scene || answer.relativePath };
    return { body: JSON.stringify({ ...named, supportFiles: [...answer.supportFiles, ...more] }) };
  });

/** Names that lead out of the model's folder; `absolute` is one below `scratch`. */
const outside: Readonly<Record<string, (scratch: string) => string>> = {
  'the folder above': () => '../evil.png',
  'the folder above, by a detour': () => '1k/../../evil.png',
  'the folder above, as Windows names it': () => '1k\\..\\..\\evil.png',
  'an absolute path': (scratch) => `${scratch}/evil.png`,
  'another drive': () => 'C:/evil.png',
};

const money: readonly Trial[] = [
  {
    name: 'buys what it may, once, and says what was charged',
    async run(stage) {
      const before = await stage.balance();
      const first = await stage.get({ model: 'bought', lod: '10k', pay: 1 });
      const again = await stage.get({ model: 'bought', lod: '10k' });
      const charged = before - (await stage.balance());
      return (
        succeeded(first) ||
        succeeded(again) ||
        check([charged === 1, `It was charged ${charged} USD.`], [/\b1\.00\b/.test(first.said), said(first)])
      );
    },
  },
  {
    name: 'buys nothing above what it may',
    async run(stage) {
      const got = await stage.get({ model: 'refused', lod: '10k' });
      const [body] = stage.overlay.askedFiles();
      return failed(got) || check([body === undefined, 'It asked for the file all the same.']);
    },
  },
  {
    name: 'is not charged when the price has risen',
    async run(stage) {
      stage.overlay.answer(
        formats,
        changing((text) => text.replaceAll(/"priceUsd":1\b/g, '"priceUsd":0.5')),
      );
      const before = await stage.balance();
      const got = await stage.get({ model: 'raised', lod: '10k', pay: 0.5 });
      const charged = before - (await stage.balance());
      return (
        check([charged === 0, `It saw a price of 0.50 and was charged ${charged} USD.`]) ||
        failed(got, /1\.00/)
      );
    },
  },
  {
    name: 'passes on that the balance is too small',
    async run(stage) {
      refuse(stage, 402, 'INSUFFICIENT_BALANCE', 'It costs $5.00 and you have $1.00.');
      return failed(await stage.get(), /It costs \$5\.00 and you have \$1\.00\./);
    },
  },
];

const transfers: readonly Trial[] = [
  { name: 'downloads a file with all that it needs', run: async (stage) => succeeded(await stage.get()) },
  {
    name: 'throws away what came damaged',
    async run(stage) {
      stage.fault.set('corrupt');
      return failed(await stage.get());
    },
  },
  {
    name: 'gives no name to what was cut off, and goes on there later',
    async run(stage) {
      stage.fault.set('cut');
      const cut = await stage.get();
      stage.fault.set('none');
      const asked = stage.fault.ranges.length;
      const got = await stage.get({ folder: cut.folder });
      const resumed = stage.fault.ranges.slice(asked).some((range) => range.startsWith('bytes='));
      return failed(cut) || succeeded(got) || check([resumed, 'It began from the start.']);
    },
  },
  {
    name: 'asks for new addresses when they end meanwhile',
    async run(stage) {
      let asked = 0;
      stage.overlay.answer(files, async (_seen, passOn) => {
        asked += 1;
        if (asked === 1) stage.server.advance(limits.capability.lifetime);
        const answer = await passOn();
        return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) };
      });
      return succeeded(await stage.get());
    },
  },
  {
    name: 'waits for a slow file host',
    async run(stage) {
      stage.fault.hold(100);
      const before = stage.fault.fileBytes();
      const getting = stage.get();
      const timer = setInterval(() => {
        if (stage.fault.fileBytes() > before) stage.fault.hold(null);
      }, 100);
      const got = await getting;
      clearInterval(timer);
      stage.fault.hold(null);
      return succeeded(got);
    },
  },
  {
    name: 'says that the server is gone',
    async run(stage) {
      stage.fault.set('gone');
      return failed(await stage.get());
    },
  },
];

const trust: readonly Trial[] = [
  ...Object.entries(outside).map(([place, toPath]) => ({
    name: `does not write to ${place}`,
    async run(stage: KitStage) {
      rename(stage, toPath(stage.scratch));
      return failed(await stage.get());
    },
  })),
  {
    name: 'does not write two files that one computer takes for one',
    async run(stage) {
      rename(stage, '', (name) => name.replace('chair', 'CHAIR'));
      return failed(await stage.get());
    },
  },
  {
    name: 'shows its token to no file host',
    async run(stage) {
      const got = await stage.get();
      const told = stage.overlay.seen.some(({ path, headers }) => files.test(path) && headers.authorization);
      return succeeded(got) || check([!told, 'Its requests for files carry the token.']);
    },
  },
];

const signIn: readonly Trial[] = [
  {
    name: 'signs in once the browser approves',
    async run(stage) {
      const ran = await stage.signIn('approve');
      return check([ran.hasAsked, 'It showed no address to open.'], [ran.code === 0, said(ran)]);
    },
  },
  {
    name: 'says that the sign-in was denied',
    async run(stage) {
      const ran = await stage.signIn('deny');
      return check([ran.code !== 0 && /\bdenied\b/i.test(ran.said), said(ran)]);
    },
  },
  {
    name: 'says that the sign-in has ended',
    run: async (stage) => failed(await stage.get({ token: 'lsp_revoked' }), /sign/i),
  },
];

/** What our own plugins are tested with. */
export const trials: readonly Trial[] = [...signIn, ...transfers, ...money, ...trust];
