/** What a person said to a question. */
export type Answer = 'once' | 'session' | 'always' | 'no';

/** Who settled it: rules alone, a person (and how), an earlier answer of this session, the bypass, the failure table. */
export type Settler = 'rules' | 'once' | 'session' | 'always' | 'earlier' | 'bypass' | 'failure';

export type RefusalCause =
  | 'denied' // by a rule
  | 'said-no' // by a person
  | 'interrupted' // a signal ended the question
  | 'nobody-to-ask'
  | 'no-replacement' // it cannot be run with something else in its place
  | 'unsupported' // a verdict that this door cannot carry out
  | 'guard-broken';

/** How a request ended, as far as the door saw it. */
export type Outcome =
  /** `redacted`: secrets and personal data are masked in what it prints */
  | { readonly kind: 'run'; readonly by: Settler; readonly redacted?: true }
  | { readonly kind: 'replace'; readonly by: Settler; readonly argv: readonly string[] }
  /** handed to the agent's own dialog: what is answered there is not seen */
  | { readonly kind: 'asked' }
  | { readonly kind: 'refuse'; readonly cause: RefusalCause; readonly signal?: 'SIGINT' | 'SIGTERM' | 'SIGHUP' };
