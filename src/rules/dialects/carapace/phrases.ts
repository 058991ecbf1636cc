import type { OperationData } from '../../../conditions/operation.ts';
import type { OperationType } from '../../../model/operation.ts';

/**
 * What a phrase means. `named` = of the category that it names. `possibly`: what a program does that nobody has read is not
 * known, so it may be that.
 */
export interface PhraseReading extends Omit<OperationData, 'categories'> {
  readonly categories?: readonly string[] | 'named';
}

export interface Phrase {
  /** `x_y` two words; `(x|y)` either; `[x|y]` either or nothing; `{class}` see CLASSES */
  readonly says: readonly string[];
  readonly reads: PhraseReading;
}

const WRITES: readonly OperationType[] = [
  'write_local',
  'write_external',
  'write_sensitive',
  'memory_write',
  'skill_modify',
];
const FILE_WRITES = WRITES.filter((type) => type !== 'write_external');
const SENSITIVE: readonly OperationType[] = ['read_sensitive', 'write_sensitive'];
const NETWORK: readonly OperationType[] = ['read_external', 'write_external'];
const FILE_READS: readonly OperationType[] = ['read_local', 'read_sensitive', 'memory_read'];

/** The words of an author for the kinds of data that the classifier knows or that owners give to their paths. */
export const CATEGORY_WORDS: Readonly<Record<string, string>> = {
  finance: 'finance',
  finances: 'finance',
  financial: 'finance',
  banking: 'finance',
  health: 'health',
  medical: 'health',
  document: 'documents',
  documents: 'documents',
  email: 'email',
  emails: 'email',
  mail: 'email',
  calendar: 'calendar',
  contacts: 'contacts',
  legal: 'legal',
  browser: 'browser',
};

const EXAMPLES =
  'files|file writes|emails?|apis?|api calls|messages|uploads|posts|(?:http |web )?requests|chats?|finances?|financial|' +
  'documents?|health|medical|contacts|photos|calendar|legal|memory|skills|databases?';
const READ =
  'read|fetched|accessed|seen|viewed|consumed|downloaded|opened|loaded|retrieved|received|ingested|visited|used';
const CHANGING =
  'creating|adding|writing|editing|modifying|changing|updating|deleting|removing|appending|inserting|overwriting|renaming|moving|touching';

/** Sources of regexes, each ending in a blank; `list`: several, with commas and `or` between them. */
export const CLASSES: Readonly<Record<string, string>> = {
  read: list(READ),
  changing: list(CHANGING),
  /** an aside that only illustrates */
  examples: `(?:\\((?:e\\.g\\. |like |such as )?(?:${EXAMPLES})(?:(?:, (?:and |or )?| and | or )(?:${EXAMPLES}))*(?:,? etc\\.?)?\\) )?`,
  'not-read': '(?:\\(not read\\) )?',
  'activated-a-skill': '(?:\\((?:activated|used|loaded|invoked) (?:a|any) skill\\) )?',
  category: `(?<category>${Object.keys(CATEGORY_WORDS).join('|')}) `,
  personal:
    '(?:sensitive|personal|private|confidential)(?:(?:, | and | or | )(?:sensitive|personal|private|confidential))* ',
  untrusted:
    '(?:untrusted|unsanitized|unsanitised|external|online|web|internet)(?:(?:, | and | or | )(?:untrusted|unsanitized|unsanitised|external|online|web|internet))* ',
  credential: '(?:credentials?|secrets?|passwords?|api keys?)(?: from (?:the|a|any) (?:password manager|vault))? ',
};

function list(words: string): string {
  return `(?:${words})(?:(?:, (?:and |or )?| and | or )(?:${words}))* `;
}

/** Rest of "the agent has ..". */
export const TRIGGER_PHRASES: readonly Phrase[] = [
  {
    says: [
      '{read} [any|some|the] (content|contents|data|pages|text|information|anything|something|input|files|material) from the (internet|web|outside)',
      '{read} [any|some] {untrusted} (content|contents|data|pages|text|information|input|material|sites|page|site)',
      '{read} (a|any) (web_page|webpage|website|web_site|url)',
      '(browsed|searched) the (internet|web)',
    ],
    reads: { types: ['read_external'] },
  },
  { says: ['{read} the (internet|web|network)', 'used the network'], reads: { types: NETWORK } },
  {
    says: ['{read} [any|some|the] {personal} (data|information|files|documents|records) {examples}'],
    reads: { types: SENSITIVE },
  },
  {
    says: [
      "{read} [any|some|the|my|the_user's] {category} (data|information|files|documents|records|entries|database)",
    ],
    reads: { types: SENSITIVE, categories: 'named' },
  },
  {
    says: [
      '{read} [any|the|a] skill (instructions|instruction|files|file) {activated-a-skill}',
      '(activated|used|loaded|invoked|started) (a|any) skill',
    ],
    reads: { event: 'skill_activated' },
  },
  {
    says: ['(accessed|fetched|used|read|retrieved|obtained|requested) [a|any|some] {credential}'],
    reads: { types: ['credential_access'] },
  },
  {
    says: [
      '(sent|written|uploaded|posted) [any|some] (anything|something|data|content|files|messages|a_message) (externally|to_the_internet|to_the_web|outside)',
      '(communicated|written) externally',
      'sent (a|any) message',
      'sent messages',
    ],
    reads: { types: ['write_external'] },
  },
  {
    says: ['sent (an|any) (email|e-mail)', 'sent (emails|email|e-mails)'],
    reads: { types: ['write_external'], categories: ['email'] },
  },
  { says: ['(executed|run|ran|used) [a|any] shell (command|commands)'], reads: { subject: 'command' } },
  {
    says: [
      '(executed|run|ran) (a|any) (command|program|script|code)',
      '(executed|run|ran) (code|commands|programs|scripts)',
    ],
    reads: { types: ['execute'] },
  },
  {
    says: [
      '(written|created|edited|modified|changed|deleted) [any|some|local|a] (files|file)',
      'written to (disk|files|the_disk)',
    ],
    reads: { types: FILE_WRITES, possibly: ['execute'] },
  },
  {
    says: ['(made|performed) (any|a) (changes|change|write|write_operation)', 'written anything', 'written'],
    reads: { types: WRITES, possibly: ['execute'] },
  },
  {
    says: ['(written|modified|changed|edited|updated) [to] [any|its|the] (memory|memories|memory_files)'],
    reads: { types: ['memory_write'] },
  },
  { says: ['{read} [any|its|the] (memory|memories|memory_files)'], reads: { types: ['memory_read'] } },
  {
    says: ['(created|written|modified|changed|edited|deleted) (a|any) (skill|skills|skill_file|skill_files)'],
    reads: { types: ['skill_modify'] },
  },
  { says: ['read [any|some|local|a] (files|file)'], reads: { types: FILE_READS } },
];

/** What is restricted, without "block .. without approval" round it. */
export const EFFECT_PHRASES: readonly Phrase[] = [
  {
    says: ['[all|any|every] (write_operations|write_operation|writes|write_actions|write_access) {examples}'],
    reads: { types: WRITES, possibly: ['execute'] },
  },
  {
    says: [
      '[all|any] (outbound|outgoing|external) (communication|communications|messages|writes) {examples}',
      'communicating externally',
      'sending [any|all|out] (data|information|anything|messages|content|a_message|files) [externally|outside|to_the_outside|to_the_internet|to_anyone]',
      '(exfiltration|data_exfiltration|exfiltrating_data)',
    ],
    reads: { types: ['write_external'] },
  },
  {
    says: ['sending [any|all|an] (email|emails|e-mail|e-mails)'],
    reads: { types: ['write_external'], categories: ['email'] },
  },
  {
    says: [
      '{changing} [any|the] (entries|records|rows|data|transactions|files) (in|from|to) [the|a|any] {category} (database|databases|data|records|files|folder|ledger)',
      '{changing} [any|the] {category} (data|records|entries|files|information)',
    ],
    reads: { types: ['write_sensitive'], categories: 'named' },
  },
  { says: ['{changing} [any|the] {personal} (data|information|files)'], reads: { types: ['write_sensitive'] } },
  {
    says: [
      '{changing} [any|the] (files|skills|scripts|anything) (in|below|under|inside) the (skills|skill) (folder|directory)',
      '{changing} [any|the|a] (skill|skills|skill_files|skill_file)',
    ],
    reads: { types: ['skill_modify'] },
  },
  {
    says: ['{changing} [to] [any|the|its] [persistent] (memory|memories|memory_files|memory_file|memory_entries)'],
    reads: { types: ['memory_write'] },
  },
  {
    says: ['[all|any] shell commands that (write_or_execute|execute_or_write) {not-read}'],
    reads: { types: [...WRITES, 'execute'], subject: 'command' },
  },
  {
    says: ['[all|any] shell commands that write {not-read}'],
    reads: { types: WRITES, possibly: ['execute'], subject: 'command' },
  },
  { says: ['[all|any] shell commands that execute'], reads: { types: ['execute'], subject: 'command' } },
  {
    says: ['[all|any|every] shell (commands|command)', '(running|executing) [any|all] shell commands'],
    reads: { subject: 'command' },
  },
  {
    says: [
      '(fetching|accessing|using|reading|retrieving|requesting) [any|a|all|each|every] {credential}',
      '[all|any|every] (access|use) (to|of) [any|a|all|the] {credential}',
    ],
    reads: { types: ['credential_access'] },
  },
  {
    says: [
      '(executing|running) [any|all] (code|commands|programs|scripts)',
      '(executing|running) (a|any) (command|program|script)',
    ],
    reads: { types: ['execute'] },
  },
  {
    says: ['{changing} [any|all|local|the] files', 'file (writes|changes)'],
    reads: { types: FILE_WRITES, possibly: ['execute'] },
  },
  { says: ['reading [any|all|local] files'], reads: { types: FILE_READS } },
  {
    says: ['(reading|accessing|viewing) [any|the] {personal} (data|information|files|documents) {examples}'],
    reads: { types: ['read_sensitive'] },
  },
  {
    says: [
      "(reading|viewing) [any|the|my|the_user's] {category} (data|records|entries|files|information|documents|database)",
    ],
    reads: { types: ['read_sensitive'], categories: 'named' },
  },
  {
    says: ['(reading|fetching|downloading) [any|all] [content|data|anything|pages] from the (internet|web)'],
    reads: { types: ['read_external'] },
  },
  {
    says: [
      '(accessing|using|browsing) the (internet|web|network)',
      '[all|any] (network|internet) access',
      '[all|any|every|making] [external|outgoing|outbound] (api_calls|api_call|web_requests|http_requests|network_requests) [to_external_services|to_the_outside]',
    ],
    reads: { types: NETWORK },
  },
  { says: ['(everything|anything|all_operations|any_operation|every_operation|all_tool_calls)'], reads: {} },
];
