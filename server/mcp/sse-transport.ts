import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { type Exchange, exchanges } from './exchange.ts';

export type SseTransport = Transport & {
  /** Gives the server a message that the client has posted, in the name of who posted it. */
  receive(message: JSONRPCMessage, exchange: Exchange): void;
};

type Parts = {
  /** Sends one event; throws when the client is gone. */
  readonly send: (event: string, data: string) => void;
  readonly end: () => void;
  readonly endpoint: string;
};

/** HTTP+SSE of protocol revision 2024-11-05: answers go down one stream of events, requests come as single POSTs. */
export function createSseTransport({ send, end, endpoint }: Parts): SseTransport {
  const transport: SseTransport = {
    async start() {
      send('endpoint', endpoint);
    },
    async send(message) {
      send('message', JSON.stringify(message));
    },
    async close() {
      end();
      transport.onclose?.();
    },
    receive: (message, exchange) => exchanges.run(exchange, () => transport.onmessage?.(message)),
  };
  return transport;
}
