import type { OperationType } from '../model/operation.ts';
import type { Pattern } from '../model/policy.ts';

/** Operations that a tool is said to do, by a glob over its name; a skill's is `skill:NAME`. */
export interface ToolHint {
  readonly tool: string;
  readonly operations: readonly { readonly type: OperationType; readonly categories?: readonly string[] }[];
}

/**
 * What the owner tells the classifier of this machine. Paths may begin with `~`; a relative one counts from the working
 * directory and from every directory above it. A glob without a slash is compared with the last segment.
 */
export interface ClassifierSettings {
  readonly sensitivePaths: readonly { readonly glob: string; readonly category: string }[];
  /** directories or files that an agent remembers by */
  readonly memoryRoots: readonly string[];
  /** directories below which skills lie */
  readonly skillsRoots: readonly string[];
  readonly toolHints: readonly ToolHint[];
}

/** The same, compiled; plain JSON, so that it can be cached with the policy. */
export interface CompiledClassifier {
  readonly sensitivePaths: readonly { readonly pattern: Pattern; readonly category: string }[];
  readonly memoryRoots: readonly Pattern[];
  readonly skillsRoots: readonly Pattern[];
  readonly toolHints: readonly (Omit<ToolHint, 'tool'> & { readonly tool: Pattern })[];
}

const BROWSERS =
  '{google-chrome,google-chrome-beta,chromium,BraveSoftware,microsoft-edge,vivaldi,opera,Google/Chrome,Chromium,Microsoft Edge,Firefox}';

const SENSITIVE: Readonly<Record<string, string>> = {
  keys: `
    **/.ssh/**
    **/.gnupg/**
    /etc/ssl/private/**
    id_{rsa,dsa,ecdsa,ecdsa_sk,ed25519,ed25519_sk}
    id_{rsa,dsa,ecdsa,ed25519}[-_.]!(pub)
    *.pem
    *.key
    *.p12
    *.pfx
    *.jks
    *.keystore
    *.kdbx
  `,
  credentials: `
    **/.aws/**
    **/.azure/**
    **/.kube/config
    **/.docker/config.json
    **/.config/gcloud/**
    **/.config/gh/hosts.yml
    **/.config/op/**
    **/.password-store/**
    **/.local/share/keyrings/**
    **/Library/Keychains/**
    **/.cargo/credentials{,.toml}
    **/.gem/credentials
    **/.terraform.d/credentials.tfrc.json
    .netrc
    .npmrc
    .pypirc
    .pgpass
    .my.cnf
    .git-credentials
    .vault-token
    .env
    .envrc
    .env.!(example|sample|template|dist|defaults)
    .env-!(example|sample|template)
    /etc/shadow{,-}
    /etc/gshadow{,-}
    /proc/*/environ
  `,
  browser: `
    **/.mozilla/firefox/**
    **/.config/${BROWSERS}/**
    **/Library/Application Support/${BROWSERS}/**
    **/Library/Safari/**
  `,
  history: `
    .{bash,zsh,sh,psql,mysql,python,node_repl,rediscli}_history
  `,
};

const lines = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);

export const DEFAULT_CLASSIFIER_SETTINGS: ClassifierSettings = {
  sensitivePaths: Object.entries(SENSITIVE).flatMap(([category, globs]) =>
    lines(globs).map((glob) => ({ glob, category })),
  ),
  memoryRoots: lines(`
    memory
    memories
    data/memory
    ~/.claude/memory
    ~/.claude/projects/*/memory
    ~/.codex/memories
    ~/.carapace/memory
    **/.claude/memory
    **/CLAUDE.md
    **/CLAUDE.local.md
    **/AGENTS.md
    **/GEMINI.md
    **/MEMORY.md
  `),
  skillsRoots: lines(`
    skills
    data/skills
    ~/.carapace/skills
    **/.claude/skills
    **/.codex/skills
    **/.agents/skills
    **/.gemini/skills
  `),
  toolHints: [],
};
