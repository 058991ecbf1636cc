// What every find of PRIVATE_KINDS holds. The tests hold each of their formats to it.
const NAMES = 'secret|passw|passphrase|token|key|credential|authorization|pwd|bearer ';
const PLACES = '://|-u|-U|--user|--proxy-user';
const TOKENS = [
  'gh[opusr]_|github_pat_|gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|imt|oas)-|ATBB|AKIA|ASIA|ABIA|ACCA|AIza|ya29\\.|GOCSPX-',
  'do[opr]_v1_|HRKU-|hv[sbr]\\.|\\.atlasv1\\.|dapi|sk-|gsk_|xai-|hf_|r8_|pplx-|npm_|pypi-|dckr_|rubygems_|xox|xapp-',
  '_(?:live|test)_|whsec_|SG\\.|shp(?:at|ca|pa|ss)_|lin_api_|ntn_|figd_|gl[cs]a?_|sbp_|PMAK-|NRAK-|eyJ',
].join('|');
const NUMBERS = '\\d{3}-\\d\\d-|\\d{4}[ -]\\d{4}|\\d{12}|[A-Z]{2}\\d\\d';
const HINT = new RegExp(`${NUMBERS}|${PLACES}|${TOKENS}|(?:${[...NAMES].map(eitherCase).join('')})`);

/** false = redaction of PRIVATE_KINDS changes nothing. Cheap: it spares most commands the loading of what redacts. */
export function mayHoldPrivate(text: string): boolean {
  return HINT.test(text);
}

function eitherCase(char: string): string {
  return /[a-z]/.test(char) ? `[${char}${char.toUpperCase()}]` : char;
}
