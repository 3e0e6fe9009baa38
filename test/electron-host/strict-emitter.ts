import { EventEmitter } from 'node:events';
import { strict } from './strict.ts';

type EmitterDefinition<Members extends object> = {
  readonly name: string;
  readonly events: readonly string[];
  readonly members: Members;
  /** Given where other code emits on it before the members exist. */
  readonly emitter?: EventEmitter;
  /** Once this is true, every member but `id` and `isDestroyed` throws, as Electron's do. */
  readonly isDestroyed?: () => boolean;
};

const builtInEvents = ['error', 'newListener', 'removeListener'];
const lastingMembers = ['id', 'isDestroyed'];

function refuseUnknownEvents(emitter: EventEmitter, name: string, events: readonly string[]): void {
  emitter.on('newListener', (event) => {
    if (typeof event === 'symbol' || events.includes(event) || builtInEvents.includes(event)) return;
    throw new Error(`electron-host: the event '${event}' of ${name} is not implemented`);
  });
}

function refuseOnceDestroyed<Target extends object>(
  target: Target,
  members: object,
  isDestroyed: () => boolean,
): Target {
  return new Proxy(target, {
    get: (_target, key) => {
      const isMember = typeof key === 'string' && key in members && !lastingMembers.includes(key);
      if (isMember && isDestroyed()) throw new TypeError('Object has been destroyed');
      return Reflect.get(target, key, target);
    },
    set: (_target, key, value) => Reflect.set(target, key, value, target),
  });
}

/** An EventEmitter with members that refuses members and events it does not have. */
export function createStrictEmitter<Members extends object>({
  name,
  events,
  members,
  emitter = new EventEmitter(),
  isDestroyed,
}: EmitterDefinition<Members>): EventEmitter & Members {
  refuseUnknownEvents(emitter, name, events);
  const merged = Object.assign(emitter, members);
  Object.defineProperties(merged, Object.getOwnPropertyDescriptors(members));
  const checked = strict(name, merged);
  return isDestroyed ? refuseOnceDestroyed(checked, members, isDestroyed) : checked;
}
