// Loaded before a program (NODE_OPTIONS=--import=…): writes each address that it, its threads and the Node processes that
// it starts connect to, send to or look up, as lines of "kind host port" into the file LODESTOCK_TEST_NETWORK_LOG.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const file = process.env.LODESTOCK_TEST_NETWORK_LOG;
if (file === undefined) throw new Error('LODESTOCK_TEST_NETWORK_LOG names no file.');
const note = (kind, host, port = '') => appendFileSync(file, `${kind} ${host} ${port}\n`);

/** Calls `observe` with the arguments of each call of a method. */
function watch(owner, name, observe) {
  const original = owner[name];
  owner[name] = function watched(...args) {
    observe(...args);
    return original.apply(this, args);
  };
}

watch(net.Socket.prototype, 'connect', (first, second) => {
  const [options] = Array.isArray(first) ? first : [first, second];
  if (typeof options === 'object') {
    // Agents of http set it to null.
    if (!options.path) note('connect', options.host ?? 'localhost', options.port);
  } else if (!Number.isNaN(Number(options)))
    note('connect', typeof second === 'string' ? second : 'localhost', options);
});
watch(dgram.Socket.prototype, 'send', (...args) => {
  const [address, port] = [
    args.findLast((one) => typeof one === 'string'),
    args.find((one) => typeof one === 'number'),
  ];
  note('send', address ?? 'localhost', port);
});
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner))
    if (/^(lookup|resolve\w*|reverse)$/.test(name) && typeof owner[name] === 'function')
      watch(owner, name, (host) => {
        // An address is its own answer, without a look-up.
        if (net.isIP(String(host)) === 0) note('look-up', String(host));
      });
syncBuiltinESMExports();
note('watching', process.pid);
