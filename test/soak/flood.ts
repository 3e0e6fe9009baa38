import http from 'node:http';
import { createInterface } from 'node:readline';

/**
 * Run as its own process: asks a server as fast as it answers, over many connections from one address. Each line that
 * comes in names the server from then on; each one that goes out says what became of the requests since the last line.
 */
const connections = Number(process.argv[2]);
const agent = new http.Agent({ keepAlive: true, localAddress: '127.0.0.9' });
let url = '';
let sent = 0;
let answered = 0;
let refused = 0;

function ask(): void {
  sent += 1;
  const request = http.get(`${url}/api-embeddings/browse?offset=${(sent % 8) * 24}&triMin=${-sent}`, {
    agent,
  });
  const again = () => void setImmediate(ask);
  request.once('response', (response) => {
    if (response.statusCode === 200) answered += 1;
    else refused += 1;
    response.resume().once('close', again);
  });
  request.once('error', () => {
    refused += 1;
    setTimeout(ask, 20);
  });
}

createInterface({ input: process.stdin })
  .on('line', (next) => {
    const isFirst = url === '';
    url = next;
    console.log(JSON.stringify({ answered, refused }));
    answered = 0;
    refused = 0;
    if (isFirst) for (let count = 0; count < connections; count += 1) ask();
  })
  .once('close', () => process.exit(0));
