/** The answer of a person to a question; `minutes`: it is valid for the same command for a while. */
export type Answer = 'once' | 'minutes' | 'session' | 'always' | 'no';

/**
 * Who settled it: rules alone, a person (and how), an earlier answer of this session, the bypass, a broken guard (`failure`); `kept`:
 * nobody was asked, as all that it destroys was kept; `proof`: the agent's dialog was answered, as nobody need be asked.
 */
export type Settler = 'rules' | Exclude<Answer, 'no'> | 'earlier' | 'bypass' | 'failure' | 'kept' | 'proof';

export type RefusalCause =
  | 'denied' // by a rule
  | 'syntax' // the shell would refuse it
  | 'said-no' // by a person
  | 'interrupted' // a signal ended the question
  | 'nobody-to-ask'
  | 'timeout' // a person was asked and did not answer in time
  | 'no-replacement' // it cannot be run with something else in its place
  | 'not-kept' // what it destroys could not be kept, and the settings want that
  | 'unsupported' // a verdict that this door cannot carry out
  | 'not-confined' // nothing on this machine confines it
  | 'guard-broken';

/** How a request ended, as far as the door saw it. `who`: where a person answered, where it was no terminal; `kept`: the record of what it destroys. */
export type Outcome =
  /**
   * `redacted`: secrets and personal data are masked in what it prints; `confined`: it may write to its project, temp folders and caches
   * alone; `undone`: it was our own undo, of that record
   */
  | {
      readonly kind: 'run';
      readonly by: Settler;
      readonly redacted?: true;
      readonly confined?: true;
      readonly who?: string;
      readonly kept?: number;
      readonly undone?: number;
    }
  | {
      readonly kind: 'replace';
      readonly by: Settler;
      readonly argv: readonly string[];
      readonly redacted?: true;
      readonly confined?: true;
      readonly who?: string;
      readonly kept?: number;
    }
  /** handed to the agent's own dialog: what is answered there is not seen */
  | { readonly kind: 'asked'; readonly kept?: number }
  | {
      readonly kind: 'refuse';
      readonly cause: RefusalCause;
      readonly signal?: 'SIGINT' | 'SIGTERM' | 'SIGHUP';
      readonly who?: string;
      /** the message of the person with a no; why it could not be kept */
      readonly reason?: string;
      /** id under which a person may still approve it, for a rerun */
      readonly request?: string;
    };
