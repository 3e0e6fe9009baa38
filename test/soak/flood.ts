import http from 'node:http';

/** Run as its own process: asks a server as fast as it answers, over many connections from one address. */
const [url = '', connections = '64'] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, localAddress: '127.0.0.9' });
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

for (let count = 0; count < Number(connections); count += 1) ask();
process.once('SIGTERM', () => {
  console.log(JSON.stringify({ answered, refused }));
  process.exit(0);
});
