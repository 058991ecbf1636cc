/** Asks at the first call; the others get that answer, `undefined` too. Where asking throws, the next call asks again. */
export function once<Value>(ask: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: ask() };
    return known.value;
  };
}
