/** Absolute, as the system has it: a Buffer where its bytes are no UTF-8, so that none is lost. */
export type FilePath = string | Buffer;
