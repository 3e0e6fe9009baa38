/** Gives each object a unique name based on its own. */
export function createNames<T>(toName: (name: string) => string) {
  const names = new Map<T, string>();
  const taken = new Set<string>();
  return (thing: T, own: string): string => {
    const known = names.get(thing);
    if (known !== undefined) return known;
    const plain = toName(own);
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`;
    taken.add(name);
    names.set(thing, name);
    return name;
  };
}
