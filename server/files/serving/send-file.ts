import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import type { HandOff } from '../hand-off.ts';
import type { Expected, InFolder } from '../unchanged-files.ts';
import { type AnswerPlan, planAnswer } from './answer-plan.ts';
import { type BufferPool, createBufferPool } from './buffer-pool.ts';
import type { HeadFields, SentFile } from './file-head.ts';
import type { Lease, OpenFiles } from './open-files.ts';
import { type PieceSource, sendPieces } from './send-pieces.ts';
import { createSmallFiles, type SmallFile, smallFileBytes } from './small-files.ts';

export type ServedFile = SentFile & {
  readonly model: InFolder;
  readonly file: Expected;
  /** The fields of `toFileHead`, built once. */
  readonly head: HeadFields;
};

export type Call = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly fields?: HeadFields;
};

export type FileSender = ReturnType<typeof createFileSender>;

type Parts = {
  readonly openFiles: OpenFiles;
  readonly pool?: BufferPool;
  readonly handOff?: HandOff;
  /** Called with the number of bytes sent, or handed to the reverse proxy. */
  readonly onSent?: (bytes: number) => void;
};

type Wish = Call & { readonly served: ServedFile };
type Answer = Wish & { readonly plan: AnswerPlan };

const withPlan = (wish: Wish, modified: string): Answer => ({
  ...wish,
  plan: planAnswer(wish.request.headers, { ...wish.served, modified }),
});

/** Writes the head past Fastify, whose streams would cost more than the file. */
export function takeOver({ reply }: Call, status: number, fields: HeadFields): ServerResponse {
  const { raw } = reply;
  raw.writeHead(status, { 'x-request-id': reply.request.id, ...fields });
  reply.hijack();
  return raw;
}

const toSource = ({ read, isUnchanged }: Lease): PieceSource => ({
  read: ({ buffer }, length, position, end) => read(buffer.subarray(0, length), position, end),
  isUnchanged,
});

const bytesOf = ({ pieces }: AnswerPlan) =>
  pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? 0 : piece.end - piece.start + 1), 0);

/** Ensures that the promised content is available, where that takes a request. */
async function beginAnswer(lease: Lease, { plan, request }: Answer): Promise<void> {
  if (!lease.begin || (plan.status !== 200 && plan.status !== 206)) return;
  const first = plan.pieces.find((piece) => typeof piece !== 'string') ?? null;
  try {
    await lease.begin(request.method === 'HEAD' ? null : first);
  } catch (error) {
    lease.release();
    throw error;
  }
}

/** Sends files in all the ways that HTTP allows: small ones from memory, others from a cached descriptor. */
export function createFileSender({
  openFiles,
  pool = createBufferPool(),
  handOff = () => null,
  onSent = () => {},
}: Parts) {
  const smallFiles = createSmallFiles(openFiles);
  const headLists = new WeakMap<HeadFields, readonly string[]>();
  const isBodiless = ({ request, plan }: Answer) => request.method === 'HEAD' || plan.pieces.length === 0;
  const begin = (answer: Answer, modified: string) =>
    takeOver(answer, answer.plan.status, {
      ...answer.served.head,
      ...answer.fields,
      'last-modified': modified,
      ...answer.plan.fields,
    });

  const headListOf = (head: HeadFields): readonly string[] => {
    const known =
      headLists.get(head) ?? Object.entries(head).flatMap(([name, value]) => [name, String(value)]);
    headLists.set(head, known);
    return known;
  };

  /** The usual case: all of a small file, with a prepared head. */
  function sendWhole({ request, reply, served, fields }: Answer, { bytes, modified }: SmallFile): void {
    const list = headListOf(served.head).slice();
    list.push('last-modified', modified, 'content-length', String(bytes.length), 'x-request-id', request.id);
    for (const name in fields) list.push(name, String(fields[name]));
    reply.raw.writeHead(200, list).end(bytes);
    reply.hijack();
    onSent(bytes.length);
  }

  function sendSmall(wish: Wish, small: SmallFile): void {
    const answer = withPlan(wish, small.modified);
    if (answer.plan.status === 200 && answer.request.method === 'GET') {
      sendWhole(answer, small);
      return;
    }
    const { bytes, modified } = small;
    const response = begin(answer, modified);
    if (isBodiless(answer)) return void response.end();
    const pieces = answer.plan.pieces.map((piece) =>
      typeof piece === 'string' ? Buffer.from(piece) : bytes.subarray(piece.start, piece.end + 1),
    );
    const [only, second] = pieces;
    const body = second ? Buffer.concat(pieces) : (only ?? bytes);
    response.end(body);
    onSent(body.length);
  }

  async function sendLarge(wish: Wish): Promise<void> {
    const lease = await openFiles.lease(wish.served.model, wish.served.file);
    const modified = lease.modified.toUTCString();
    const answer = withPlan(wish, modified);
    const { model, file, head } = answer.served;
    const isFixed = answer.plan.status === 304 || answer.plan.status === 412;
    const handed = isFixed ? null : handOff(answer.request, { model, file, status: answer.plan.status });
    if (handed !== null) {
      lease.release();
      const { 'accept-ranges': _, ...kept } = head; // set by the server that sends it
      takeOver(answer, handed.location === undefined ? 200 : 302, {
        ...kept,
        ...answer.fields,
        ...handed,
        'content-length': 0,
      }).end();
      if (answer.request.method === 'GET') onSent(bytesOf(answer.plan));
      return;
    }
    await beginAnswer(lease, answer);
    const response = begin(answer, modified);
    response.setTimeout(limits.stalledTransfer);
    try {
      const { pieces } = answer.plan;
      const isSent =
        isBodiless(answer) || (await sendPieces(response, { pieces, source: toSource(lease), pool, onSent }));
      if (isSent) response.end();
    } catch (error) {
      response.destroy();
      answer.request.log.warn({ event: 'transfer-broken', err: error });
    } finally {
      lease.release();
    }
  }

  return {
    /** Responds with a file or parts of it; rejects only before anything was sent. */
    send(call: Call, served: ServedFile) {
      const wish = { ...call, served };
      if (served.sizeBytes > smallFileBytes) return sendLarge(wish);
      const known = smallFiles.recall(served.file);
      if (known) return sendSmall(wish, known);
      return smallFiles.read(served.model, served.file).then((small) => sendSmall(wish, small));
    },
  };
}
