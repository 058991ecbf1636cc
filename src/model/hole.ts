/** A private character for a piece of code that is not known (`python -c "f('$X')"`). */
export const HOLE = '\uE000';

/** An expansion of a variable that is never set, put in place of a hole where shell code is walked. */
export const HOLE_VARIABLE = '${_unknown_}';
