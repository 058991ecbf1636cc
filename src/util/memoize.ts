/** Computes once for each key. */
export function memoize<Key, Value>(ask: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = ask(key);
      known.set(key, value);
    }
    return value;
  };
}

/** The same for objects as keys, without keeping them alive. */
export function memoizeByObject<Key extends object, Value>(ask: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let one = known.get(key);
    if (one === undefined) {
      one = { value: ask(key) };
      known.set(key, one);
    }
    return one.value;
  };
}
