import type { NotificationConstructorOptions } from 'electron';
import { defineStrictClass } from '../strict-class.ts';
import { createStrictEmitter } from '../strict-emitter.ts';

/** Electron's `Notification`; what is shown is recorded, so that a test can click it by emitting 'click'. */
export function createNotificationClass(record: (what: string, detail: unknown) => void) {
  const create = ({ title = '', body = '' }: NotificationConstructorOptions = {}) => {
    const notification = createStrictEmitter({
      name: 'Notification',
      events: ['action', 'click', 'close', 'failed', 'show'],
      members: {
        title,
        body,
        show: (): void => {
          record('Notification.show', notification);
          notification.emit('show', {});
        },
      },
    });
    return notification;
  };
  return defineStrictClass({ name: 'Notification', create, statics: { isSupported: () => true } });
}
