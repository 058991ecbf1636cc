/** A private character for a piece of code that is not known (`python -c "f('$X')"`). */
export const HOLE = '\uE000';
