import { strict } from './strict.ts';

type ClassDefinition<Statics extends object> = {
  readonly name: string;
  readonly create: (...args: never[]) => object;
  readonly statics: Statics;
};

/** Something the app calls with `new`: a factory, plus static members; any other static throws. */
export function defineStrictClass<Statics extends object>({
  name,
  create,
  statics,
}: ClassDefinition<Statics>) {
  const target = Object.assign(class {}, statics);
  return new Proxy(strict(name, target), {
    construct: (_target, args: never[]) => create(...args),
  });
}
