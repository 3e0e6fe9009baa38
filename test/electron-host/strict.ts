/** Reading or setting a member the target lacks throws: no test may pass on a silent no-op. Also runs in pages. */
export function strict<Target extends object>(name: string, target: Target): Target {
  const probed = [
    'then',
    'toJSON',
    'constructor',
    'inspect',
    'nodeType',
    'tagName',
    '$$typeof',
    'asymmetricMatch',
  ];
  const check = (key: string | symbol): void => {
    if (typeof key === 'symbol' || key in target || probed.includes(key)) return;
    throw new Error(`electron-host: ${name}.${key} is not implemented`);
  };
  return new Proxy(target, {
    get: (_target, key) => {
      check(key);
      return Reflect.get(target, key, target);
    },
    set: (_target, key, value) => {
      check(key);
      return Reflect.set(target, key, value, target);
    },
  });
}
