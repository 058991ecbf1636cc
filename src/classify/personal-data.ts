import { baseName, isWithin } from '../util/path.ts';

/**
 * Health, finance, banking and identity data by the names that people and their tools give them: the only table. A name
 * counts as a whole: `expenses-2024.csv` is data, `expenses.ts` and `bank_holidays.csv` are not.
 */
export type PersonalCategory = 'finance' | 'health' | 'documents';

interface Names {
  /** alone, or beside NEUTRAL words only */
  readonly words: string;
  /** the same in names of files and folders; elsewhere they are something else more often (`service_health`) */
  readonly fileWords: string;
  /** words side by side, anywhere in a name */
  readonly phrases: string;
  /** file formats for nothing else */
  readonly formats: string;
  /** names of services for nothing else, as in names of tools and MCP servers */
  readonly services: string;
}

const PERSONAL: Readonly<Record<PersonalCategory, Names>> = {
  finance: {
    words: `finance finances financial banking expense expenses payroll payslip payslips paystub paystubs salary salaries invoice invoices
      budget budgets bookkeeping accounting taxes transactions receipts iban ibans holdings mortgage`,
    phrases: `bank statement|bank statements|bank account|bank accounts|bank transaction|bank transactions|bank transfer|bank transfers|
      account statement|account statements|credit card|credit cards|card transactions|tax return|tax returns|tax report|tax documents|
      income tax|expense report|expense reports|balance sheet|pay slip|pay slips|net worth|general ledger|loan agreement|brokerage statement`,
    fileWords: 'bank tax',
    formats: 'ofx qfx qif qbo gnucash beancount hledger mt940 kmy',
    services: 'plaid quickbooks xero ynab freshbooks gocardless truelayer hledger beancount gnucash firefly',
  },
  health: {
    words: `medical medication medications prescription prescriptions diagnosis diagnoses vaccinations immunizations patients therapy`,
    phrases: `health record|health records|health data|health export|health insurance|apple health|medical record|medical records|medical history|
      medical report|patient record|patient records|patient data|lab result|lab results|blood test|blood tests|blood pressure|
      test results medical|doctor letter|vaccination card|insurance claim`,
    fileWords: 'health',
    formats: 'dcm hl7',
    services: 'fhir healthkit applehealth fitbit withings',
  },
  documents: {
    words: 'passport passports',
    phrases: `birth certificate|marriage certificate|death certificate|driving licence|driving license|drivers license|driver license|
      id card|identity card|residence permit|social security|employment contract|rental agreement|lease agreement|last will`,
    fileWords: '',
    formats: '',
    services: '',
  },
};

/** Words that add no meaning beside another one. */
const NEUTRAL = new Set(
  `a all and annual archive backup copy data database db entries entry export exports file files final for from history home household
  import in january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct
  nov dec fy list log master monthly my new of old our overview personal private q1 q2 q3 q4 quarterly record records report reports
  scan sheet spreadsheet statement statements store summary table the to tracker v1 v2 yearly year ytd`.split(/\s+/),
);

/** Words for data that is no person's. */
const MADE_UP = new Set(
  'demo dummy example examples fake fixture mock sample template test tests schema migration'.split(' '),
);

/** Formats of data; texts and code may be about anything. */
const DATA =
  /^(csv|tsv|xlsx?|xlsm|ods|numbers|pdf|docx?|odt|rtf|pages|db|sqlite3?|mdb|accdb|parquet|eml|mbox|xml\.gz|zip)$/;
const SCANS = /^(jpe?g|png|heic|tiff?)$/;

/** Folders of source code, where a file of such a name is part of the program. */
const OF_PROGRAMS =
  /^(src|lib|libs|app|apps|packages|components|modules|node_modules|vendor|dist|build|target|tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|test-data|test_data|mocks?|__mocks__|samples?|examples?|templates?|demos?|migrations|site-packages|\.git)$/i;

interface Row {
  readonly category: PersonalCategory;
  readonly alone: ReadonlySet<string>;
  readonly inFiles: ReadonlySet<string>;
  readonly phrases: readonly (readonly string[])[];
}

const listed = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const ALL = Object.entries(PERSONAL) as readonly (readonly [PersonalCategory, Names])[];
const TABLE = ALL.map(
  ([category, { words, fileWords, phrases }]): Row => ({
    category,
    alone: new Set(listed(words)),
    inFiles: new Set(listed(`${words} ${fileWords}`)),
    phrases: phrases.split('|').map(listed),
  }),
);
const byName = (key: 'formats' | 'services') =>
  new Map(ALL.flatMap(([category, names]) => listed(names[key]).map((name) => [name, category] as const)));
const FORMATS = byName('formats');
const SERVICES = byName('services');

/**
 * `expensesQ4_2024` -> expenses, q4. Letters of any language and no numbers: names of files, not of tools
 * (name-words.ts).
 */
function wordsOf(name: string): readonly string[] {
  const parts = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  return parts.filter((part) => part !== '' && !/^\d+$/.test(part));
}

/** The category of a name's words; undefined = none, or words of other meaning beside it. */
function categoryOf(words: readonly string[], where: 'alone' | 'inFiles' = 'alone'): PersonalCategory | undefined {
  const isMadeUp = (some: readonly string[]) => some.some((word) => MADE_UP.has(word));
  for (const { category, phrases, ...row } of TABLE) {
    const said = phrases.find((phrase) => holds(words, phrase));
    if (said !== undefined) return isMadeUp(words.filter((word) => !said.includes(word))) ? undefined : category;
    const telling = words.filter((word) => !NEUTRAL.has(word));
    if (telling.length > 0 && telling.every((word) => row[where].has(word))) return category;
  }
  return undefined;
}

function holds(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, at) => phrase.every((word, index) => words[at + index] === word));
}

export interface PathContext {
  /** absent = not known */
  readonly home: string | undefined;
  /** its own name and those above it do not count: `~/src/app` */
  readonly cwd: string;
}

/** The category of personal data in a file or folder, by its name. */
export function personalPath(path: string, { home, cwd }: PathContext): PersonalCategory | undefined {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  if (ending !== '' && !FORMATS.has(ending) && !DATA.test(ending) && !SCANS.test(ending)) return undefined;
  const segments = path.split('/').filter((part) => part !== '');
  segments.pop();
  const above = isWithin(path, cwd) ? cwd.split('/').filter((part) => part !== '').length : 0;
  if (segments.slice(above).some((part) => OF_PROGRAMS.test(part))) return undefined;
  const format = FORMATS.get(ending);
  if (format !== undefined) return format;
  const isData = DATA.test(ending);
  if (isData || SCANS.test(ending)) {
    const own = categoryOf(wordsOf(name.slice(0, dot)), 'inFiles');
    if (own !== undefined && (isData || own === 'documents')) return own;
    return isData ? (folderCategory(segments) ?? ownDocument(path, ending, home)) : undefined;
  }
  return ending === '' && isOwnFolder(path, home) ? categoryOf(wordsOf(name), 'inFiles') : undefined;
}

function folderCategory(folders: readonly string[]): PersonalCategory | undefined {
  return folders.map((folder) => categoryOf(wordsOf(folder), 'inFiles')).find((one) => one !== undefined);
}

const PAPERS = /^(pdf|docx?|odt|rtf|pages|xlsx?|ods|numbers)$/;
/** Deeper ones belong to a project more likely than to a person. */
const PAPERS_DEPTH = 2;

/** A document in `~/Documents`. */
function ownDocument(path: string, ending: string, home: string | undefined): PersonalCategory | undefined {
  if (home === undefined || !PAPERS.test(ending) || !path.startsWith(`${home}/Documents/`)) return undefined;
  return path.slice(home.length + '/Documents/'.length).split('/').length <= PAPERS_DEPTH ? 'documents' : undefined;
}

/** `~/finances`, `~/Documents/medical`: elsewhere a folder of that name is more likely a part of a program. */
function isOwnFolder(path: string, home: string | undefined): boolean {
  if (home === undefined || !path.startsWith(`${home}/`)) return false;
  return /^((Documents|Desktop|Downloads|Dropbox|Nextcloud|OneDrive|Google Drive)\/)?[^/]+$/.test(
    path.slice(home.length + 1),
  );
}

/** The category of a tool, by its name without verbs, and by that of its server. */
export function personalTool(
  server: string | undefined,
  name: string,
  isVerb: (word: string) => boolean,
): PersonalCategory | undefined {
  const service = SERVICES.get((server ?? '').toLowerCase().replace(/[^a-z0-9]/g, ''));
  if (service !== undefined) return service;
  const words = wordsOf(name).filter((word) => !isVerb(word));
  const singular = words.map((word) => (TOOL_WORDS.has(`${word}s`) ? `${word}s` : word));
  return categoryOf(singular) ?? (server === undefined ? undefined : categoryOf([...wordsOf(server), ...singular]));
}

/** Words that tools use in the singular: `delete_transaction`. */
const TOOL_WORDS = new Set(['transactions', 'receipts', 'patients', 'prescriptions']);

/** The category of a database or a table, by its name. */
export function personalName(name: string): PersonalCategory | undefined {
  return categoryOf(wordsOf(name));
}
