/** Why no box can be had here. */
export type BoxLack =
  /** not Linux */
  | 'platform'
  /** bubblewrap is not there */
  | 'program'
  /** bash is not there, which reads the shims of the box */
  | 'bash'
  /** no /sys, where the box has its own files */
  | 'place'
  /** bubblewrap does not get what it needs of the kernel, or of the container around us */
  | 'forbidden'
  /** the guard is not installed, or its shims are older than boxes */
  | 'shims'
  /** we are behind a wall, which lets nobody mount anything */
  | 'wall';

/** Why no wall can be had around a box that can. */
export type BoxWallLack =
  /** the optional package was not installed */
  | 'package'
  /** what takes connections out of the wall is not there */
  | 'socat'
  /** what keeps that out of the agent's session is not there */
  | 'setsid'
  /** we are in a box already, which has none */
  | 'box';
