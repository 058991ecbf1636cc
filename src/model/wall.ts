/** `partial`: an older kernel, which leaves some writes alone. */
export type WallStrength = 'full' | 'partial' | 'none';

/** Why nothing confines: there is no launcher, or the kernel does not let it. */
export type WallLack = 'launcher' | 'kernel';

/** The optional pack that confines code which agents start. */
export const LOCAL_CODE = 'local-code';
