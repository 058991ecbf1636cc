// What every find of PRIVATE_KINDS holds. The tests hold each of their formats to it.
const NAMES = words('secret passw passphrase token key credential authorization pwd bearer');
const LITERALS = words(`
  --user --proxy-user hooks.slack.com/ /api/webhooks/
  ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- glptt- gldt- glrt- glcbt- glft- glsoat- glagent- glimt- gloas- ATBB
  AKIA ASIA ABIA ACCA AIza ya29. GOCSPX- doo_v1_ dop_v1_ dor_v1_ HRKU- hvs. hvb. hvr. .atlasv1. dapi
  sk- gsk_ xai- hf_ r8_ pplx- npm_ pypi- dckr_ rubygems_ xox xapp- _live_ _test_ whsec_ SG. shpat_ shpca_ shppa_ shpss_
  lin_api_ ntn_ figd_ glc_ gls_ glca_ glsa_ sbp_ PMAK- NRAK- eyJ
`);
/** numbers; `-u name:password`, also in a list as JSON; `://name:password@` */
const SHORT = /:\/\/[^\s/@:]*:|\d{3}-\d\d-|\d{4}[ -]\d{4}|\d{12}|[A-Z]{2}\d\d|-[uU][ ="',]+[^\s:"'/]*:/;

/** False = redaction of PRIVATE_KINDS changes nothing. Most commands then need not load the redactor. */
export function mayHoldPrivate(text: string): boolean {
  // no regex of all: making that one costs most calls more than looking for each
  if (LITERALS.some((literal) => text.includes(literal)) || SHORT.test(text)) return true;
  const lower = text.toLowerCase();
  return NAMES.some((name) => lower.includes(name));
}

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}
