import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createAdmission } from '../../../../server/base/http/admission/admission.ts';
import { fastifyOptions } from '../../../../server/base/http/harden.ts';
import { readConfig } from '../../../../server/config.ts';

test('a line that a request logs has the ID of the request, also one of a child', async () => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const config = readConfig({ LODESTOCK_DATA_DIR: '/nowhere', LODESTOCK_LOG_LEVEL: 'warn' });
  const http = Fastify(fastifyOptions({ config, admission: createAdmission(config), stream }));
  onTestFinished(() => http.close());
  http.get('/thing', async ({ id, log }) => {
    log.warn({ event: 'seen' }, 'seen twice');
    log.child({ part: 1 }).error('and in part');
    log.info('too quiet to be written');
    return { id, level: log.level };
  });

  const first = (await http.inject('/thing')).json();
  const second = (await http.inject('/thing')).json();

  expect(first.level).toBe('warn');
  const toTold = ({ reqId, event, part, msg }: Record<string, unknown>) => ({ reqId, event, part, msg });
  expect(lines.map(toTold)).toEqual(
    [first.id, second.id].flatMap((reqId) => [
      { reqId, event: 'seen', msg: 'seen twice' },
      { reqId, part: 1, msg: 'and in part' },
    ]),
  );
});
