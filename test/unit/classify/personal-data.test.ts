import { describe, expect, test } from 'vitest';
import { personalName, personalPath, personalTool } from '../../../src/classify/personal-data.ts';
import { isVerb } from '../../../src/classify/programs/tools.ts';

const FILES: Readonly<Record<string, string>> = {
  finance: `expenses.csv expenses_Q4-2024.xlsx data/finance.db 2024-taxes.pdf Downloads/bank-statement-2024-03.pdf invoice-123.pdf
    checking.ofx money/household.beancount payroll/march.xlsx myBudget.ods bank.sqlite ~finances ~Documents/banking`,
  health: `lab-results.pdf medical/scan.pdf health.csv health-export.zip mri.dcm blood_test_2023.pdf patients.db ~health`,
  documents: `passport.jpg birth-certificate.pdf drivers-license.png ~Documents/letter.pdf ~Documents/flat/contract.docx`,
  none: `finance.ts bank_holidays.md bank_holidays.csv health-check.sh health-check.db healthcheck.db budget.py src/finance/data.csv
    tests/fixtures/expenses.csv test/expenses.db fixtures/patients.csv sample-invoice.pdf invoice-template.docx expenses.test.ts
    transactions.log taxonomy.csv performance-budgets.csv app.db users.csv docs/finance.md finance/index.html finance finance/
    passport.js passport.ts node_modules/passport/package.zip ~Documents/code/app/docs/spec.pdf report.pdf data.csv
    expenses.json health.yaml db/migrations/expenses.sqlite README.md transaction_isolation.pdf`,
};

describe('files and folders by their names', () => {
  const rows = Object.entries(FILES).flatMap(([category, names]) =>
    names.split(/\s+/).map((name) => [name, category === 'none' ? undefined : category] as const),
  );
  test.each(rows)('%s: %s', (name, category) => {
    const path = name.startsWith('~') ? `/home/u/${name.slice(1)}` : `/home/u/proj/${name}`;
    expect(personalPath(path, { home: '/home/u', cwd: '/home/u/proj' })).toBe(category);
  });
});

test.each([
  ['/home/u/src/app/expenses.csv', '/home/u/src/app', 'finance'],
  ['/home/u/src/app/test/expenses.csv', '/home/u/src/app', undefined],
  ['/home/u/src/app/expenses.csv', '/tmp', undefined],
  ['/home/u/finances/march.csv', '/home/u/finances', 'finance'],
])('the working directory is no part of a program: %s from %s', (path, cwd, category) => {
  expect(personalPath(path, { home: '/home/u', cwd })).toBe(category);
});

test.each<[string, string | undefined, string, string | undefined]>([
  ['a verb and what it works on', undefined, 'add_expense', 'finance'],
  ['one of many', undefined, 'delete_transaction', 'finance'],
  ['in camel case', undefined, 'getBankTransactions', 'finance'],
  ['its server with it', 'health', 'get_records', 'health'],
  ['its server alone', 'finance', 'query', 'finance'],
  ['a service', 'Plaid', 'sync', 'finance'],
  ['a phrase', undefined, 'read_medical_records', 'health'],
  ['the state of a service', undefined, 'health_check', undefined],
  ['the same of a server', 'health', 'check', undefined],
  ['days off', undefined, 'get_bank_holidays', undefined],
  ['something else', 'github', 'create_issue', undefined],
  ['a database of anything', 'postgres', 'query', undefined],
  ['one word of several', undefined, 'run_expense_linter', undefined],
])('tools: %s', (_what, server, tool, category) => {
  expect(personalTool(server, tool, isVerb)).toBe(category);
});

test.each([
  ['expense_tracker', 'finance'],
  ['bank_accounts', 'finance'],
  ['patients', 'health'],
  ['schema_migrations', undefined],
  ['users', undefined],
  ['health', undefined],
])('databases and their tables: %s', (name, category) => expect(personalName(name)).toBe(category));
