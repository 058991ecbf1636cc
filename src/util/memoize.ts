/** Asks once for each key. */
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
