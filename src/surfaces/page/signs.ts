/** The server takes a person to be there for two minutes. */
const SIGN_AGAIN_MS = 10_000;

/** Tells when a person uses the page: keys, the pointer, its focus. That it is open, or is shown, is no sign by itself. */
export function listenToSigns(sign: () => void): void {
  let latestMs = Number.NEGATIVE_INFINITY;
  const heard = () => {
    const nowMs = performance.now();
    if (document.visibilityState !== 'visible' || nowMs - latestMs < SIGN_AGAIN_MS) return;
    latestMs = nowMs;
    sign();
  };
  for (const name of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'visibilitychange'])
    document.addEventListener(name, heard, { passive: true });
  window.addEventListener('focus', heard);
}
