// Who may import whom. One line per room; nothing else is allowed.
const BASE = ['model', 'util'];
const MAY = {
  model: [],
  util: ['model'],
  redact: BASE,
  text: [...BASE, 'redact'],
  patterns: BASE,
  grammar: BASE,
  shell: [...BASE, 'grammar'],
  conditions: [...BASE, 'grammar', 'patterns'],
  classify: [...BASE, 'grammar', 'patterns', 'shell'],
  rules: [...BASE, 'conditions', 'patterns', 'grammar'],
  decide: [...BASE, 'conditions', 'patterns', 'grammar'],
  store: BASE,
  facts: [...BASE, 'store'],
  install: [...BASE, 'store', 'text'],
  settle: [...BASE, 'store', 'text'],
  guard: [...BASE, 'shell', 'classify', 'rules', 'decide', 'facts', 'store'],
  gate: [...BASE, 'shell', 'grammar', 'conditions', 'patterns', 'decide'],
  policy: [...BASE, 'text', 'conditions', 'rules', 'facts', 'store', 'install', 'guard', 'gate'],
  session: [...BASE, 'decide', 'guard'],
  cases: [...BASE, 'redact', 'conditions', 'rules', 'decide', 'facts', 'guard', 'session', 'shell', 'classify'],
  surfaces: [...BASE, 'redact', 'text', 'rules', 'decide', 'facts', 'store', 'install', 'policy', 'cases', 'guard', 'settle'],
};
const PURE = ['model', 'util', 'redact', 'text', 'patterns', 'grammar', 'shell', 'conditions', 'decide', 'classify', 'gate'];
const LIBRARY_HOME = {
  unbash: 'shell',
  '@lezer/[a-z]+': 'shell/code',
  zod: 'conditions|rules|cases',
  yaml: 'rules',
  picomatch: 'patterns',
  recheck: 'patterns',
  '@eslint-community/regexpp': 'patterns',
  'simple-git': 'facts|install',
  commander: 'surfaces/cli',
  'jsonc-parser': 'install',
};

const room = (name) => (name === 'guard' ? '^src/guard\\.ts$' : `^src/${name}/`);
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one file, or miss a third.',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(MAY).map(([name, below]) => ({
      name: `${name}-imports`,
      severity: 'error',
      comment: `${name} may import only ${below.join(', ') || 'nothing'}. If it needs more, the thing it needs lives in the wrong room.`,
      from: { path: room(name) },
      to: { path: '^src/', pathNot: [name, ...below].map(room) },
    })),
    {
      name: 'pure-core',
      severity: 'error',
      comment: 'The core asks the Facts interface; it never looks at the world itself.',
      from: { path: PURE.map(room) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'surfaces-are-strangers',
      severity: 'error',
      comment: 'What two surfaces share belongs in guard.ts, store/ or text/.',
      from: { path: '^src/surfaces/([^/]+)/' },
      to: { path: '^src/surfaces/', pathNot: '^src/surfaces/$1/' },
    },
    ...Object.entries(LIBRARY_HOME).map(([library, home]) => ({
      name: `only-${home.replace(/\W/g, '-')}-knows-${library.replace(/\W/g, '-')}`,
      severity: 'error',
      comment: `${library} is replaceable only while one room knows it.`,
      from: { path: '^src/', pathNot: `^src/(${home})/` },
      to: { path: `(^|node_modules/)${library}(/|$)` },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
