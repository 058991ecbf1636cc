export const NO_KEYS: ReadonlySet<string> = new Set();

/** A layered map: writes go to the top layer, so that a subshell or a branch costs no copy. */
export class Overlay<T> {
  private readonly below: Overlay<T> | undefined;
  private own: Map<string, T> | undefined;

  constructor(below?: Overlay<T>) {
    this.below = below;
  }

  get(key: string): T | undefined {
    for (let layer: Overlay<T> | undefined = this; layer !== undefined; layer = layer.below) {
      const value = layer.own?.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(key: string, value: T): void {
    this.own ??= new Map();
    this.own.set(key, value);
  }

  /** Restores the former value of a name; undefined = it had none, in this layer and below. */
  restore(key: string, value: T | undefined): void {
    if (value === undefined) this.own?.delete(key);
    else this.set(key, value);
  }

  /** Whether nothing was written in this layer. */
  isEmpty(): boolean {
    return this.own === undefined || this.own.size === 0;
  }

  size(): number {
    let total = 0;
    for (let layer: Overlay<T> | undefined = this; layer !== undefined; layer = layer.below)
      total += layer.own?.size ?? 0;
    return total;
  }

  /** Keys written since `base` was branched from; all keys where `base` is absent or not below this layer. */
  changedSince(base?: Overlay<T>): ReadonlySet<string> {
    let keys: Set<string> | undefined;
    for (let layer: Overlay<T> | undefined = this; layer !== undefined && layer !== base; layer = layer.below) {
      if (layer.own === undefined || layer.own.size === 0) continue;
      keys ??= new Set();
      for (const key of layer.own.keys()) keys.add(key);
    }
    return keys ?? NO_KEYS;
  }
}
