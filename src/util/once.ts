/**
 * Computes at the first call and returns that result ever after, `undefined` too. If it throws, the next call tries
 * again.
 */
export function once<Value>(ask: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: ask() };
    return known.value;
  };
}
