import type { FeatureHandlers } from '../ipc/handlers.ts';
import type { ServerConnection } from './connection.ts';

export function createServerHandlers(connection: ServerConnection): FeatureHandlers<'server'> {
  return {
    'server.read': connection.read,
    'server.restart': async () => {
      await connection.restart();
      return connection.read();
    },
  };
}
