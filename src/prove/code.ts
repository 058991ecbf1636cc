/** Texts of small languages of which it is certain that they print and reckon alone. Each knows less than it might: what it does not know is not proven. */
export const HARMLESS_CODE: Readonly<Record<string, (text: string) => boolean>> = {
  sed: isHarmlessSed,
  gsed: isHarmlessSed,
  awk: isHarmlessAwk,
  gawk: isHarmlessAwk,
  mawk: isHarmlessAwk,
  nawk: isHarmlessAwk,
  jq: isHarmlessJq,
};

/** No output but to standard output, no input but its operands, no variables of the environment. Source: gawk(1) 5.2 */
function isHarmlessAwk(text: string): boolean {
  if (/system|getline|ENVIRON|PROCINFO|ARG[VC]|close|fflush|@/.test(text)) return false;
  return !/[|>]/.test(text.replaceAll('||', '').replaceAll('>=', ''));
}

/** Source: jq(1) 1.7 */
function isHarmlessJq(text: string): boolean {
  return !/\benv\b|ENV|\b(?:import|include|modulemeta|input_filename|get_search_list)\b/.test(text);
}

/** In a pattern, brackets hide the delimiter for some seds: none stands in them here, so that all read the same. */
const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:\\.|[^\\/\[\n]|\[[^\]/\n\\]+\])*/[IM]*)`;
const PLACES = String.raw`(?:${ADDRESS}(?:\s*,\s*(?:${ADDRESS}|[+~]\d+))?\s*!?\s*)?`;
const SUBSTITUTE = String.raw`s([/|#,:@!%_])(?:\\.|(?!\1)[^\\\n\[]|\[(?:(?!\1)[^\]\n\\])+\])*\1(?:\\.|(?!\1)[^\\\n])*\1[gpIiMm0-9]*`;
const COMMAND = String.raw`(?:[pdDPnNgGhHxz={}]|[qQl]\d*|[btT] ?\w*(?=[\s;}]|$)|: ?\w+|${SUBSTITUTE})`;
const SED = new RegExp(String.raw`^[\s;]*(?:${PLACES}${COMMAND}(?:[;\s}]+|$|(?<=[{}])))*$`);
const LONGEST_SED = 300;

/** No file is read or written (r, R, w, W, s///w), nothing is run (e, s///e). Source: sed(1) 4.9 */
function isHarmlessSed(text: string): boolean {
  return text.length <= LONGEST_SED && SED.test(text);
}
