import type { Operation } from '../../model/operation.ts';
import type { Behaviour, Call, ProgramFamily } from '../behaviour.ts';
import { expandedVariables, isSecretName } from '../variables.ts';

function fetched(names: readonly string[], call: Call): readonly Operation[] {
  return names.filter(isSecretName).map((credential) => ({
    type: 'credential_access',
    categories: [],
    credential,
    confidence: 1,
    why: `\`${call.program}\` of a variable with a secret's name`,
  }));
}

/** `printenv TOKEN` */
function printedNames(call: Call): Behaviour | undefined {
  const names = call.words.filter((word) => word !== undefined);
  return { operations: fetched(names, call), paths: [] };
}

/** `echo $TOKEN` */
function spoken(call: Call): Behaviour | undefined {
  const names = call.invocation.argv.slice(1).flatMap(expandedVariables);
  return { operations: fetched([...new Set(names)], call), paths: [] };
}

/** Password managers, secret stores, and what else gives out a secret. */
export const CREDENTIAL_OPERATIONS: ProgramFamily = {
  rows: {
    // op(1) 2.30
    op: [
      ['credential_access', 'read, item get', 'next'],
      ['credential_access', 'document get, ssh-key get, connect token', 'next'],
      ['credential_access execute', 'run, inject', '--env-file --in-file|-i =op'],
      [
        'read_external',
        'item list, vault list, vault get, user list, user get, group list, account list, account get, whoami, document list, events-api',
      ],
      [
        'write_external',
        'item create, item edit, item delete, item share, item move, item template, document create, document edit, document delete, vault create, vault edit, vault delete, user, group, service-account',
      ],
      ['read_local', 'item template list, item template get, completion, help, update'],
      ['credential_access', 'signin', '--account =op'],
      ['write_local', 'signout, account add, account forget, plugin'],
    ],
    // bw 2024
    'bw rbw lpass dashlane dcli keeper nordpass': [
      [
        'credential_access',
        'get password, get item, get totp, get notes, get username, get uri, get attachment, get exposed',
        'next',
      ],
      ['credential_access', 'get, show, code, unlock, export, login, password, p, otp, note, n', 'next'],
      [
        'read_local',
        'list folders, list collections, list organizations, status, ls, list, help, config, get template, get fingerprint, generate, unlocked, encode, whoami',
      ],
      ['credential_access', 'list items', '=bitwarden'],
      ['write_external', 'create, edit, delete, restore, share, confirm, import, send, add, remove, rm, duplicate, mv'],
      ['read_external write_local', 'sync'],
      ['write_local', 'lock, logout, purge, stop-agent'],
    ],
    // pass(1) 1.7, gopass 1.15
    'pass gopass': [
      ['credential_access', '*', 'this'],
      ['credential_access', 'show, otp, edit, cat, grep', 'next'],
      ['credential_access', 'env, fscopy, fsmove', 'next'],
      ['read_local', 'ls, list, find, search, $, help, version, show $, audit, history, mounts'],
      ['write_local', 'insert, generate, rm, remove, delete, mv, rename, cp, copy, init, add'],
      ['write_local write_external?', 'git, sync'],
      ['write_external', 'git push'],
    ],
    // vault 1.17, openbao 2
    'vault bao': [
      ['credential_access', 'kv get, read, kv patch, unwrap', 'next'],
      ['credential_access', 'print token, token create, login, token lookup, generate, transit', '=vault'],
      [
        'read_external',
        'kv list, kv metadata get, list, status, secrets list, auth list, policy list, policy read, audit list, token capabilities, path-help, operator members, version-history',
      ],
      [
        'write_external',
        'kv put, kv delete, kv destroy, kv undelete, kv metadata put, kv metadata delete, write, delete, secrets enable, secrets disable, secrets move, secrets tune, auth enable, auth disable, policy write, policy delete, audit enable, audit disable, token revoke, token renew, lease, operator, plugin, namespace',
      ],
      ['execute', 'agent, server, proxy, ssh'],
      ['read_local', 'version, help, print'],
    ],
    'aws awslocal': [
      [
        'credential_access',
        'secretsmanager get-secret-value, secretsmanager batch-get-secret-value',
        '--secret-id|--secret-id-list',
      ],
      [
        'credential_access',
        'ssm get-parameter --with-decryption, ssm get-parameters --with-decryption, ssm get-parameters-by-path --with-decryption, ssm get-parameter-history --with-decryption',
        '--name|--names|--path',
      ],
    ],
    gcloud: [
      ['credential_access', 'secrets versions access', '--secret next'],
      [
        'credential_access',
        'auth print-access-token, auth print-identity-token, auth application-default print-access-token, config config-helper',
        '=gcloud-token',
      ],
      ['credential_access', 'sql generate-login-token, iam service-accounts keys create', '=gcloud-token'],
    ],
    az: [
      [
        'credential_access',
        'keyvault secret show, keyvault secret download, keyvault key download, keyvault secret backup',
        '--name|-n|--id',
      ],
      [
        'credential_access',
        'account get-access-token, acr credential show, storage account keys list, ad sp create-for-rbac, cosmosdb keys list, storage account show-connection-string, webapp deployment list-publishing-credentials',
        '--name|-n =az',
      ],
    ],
    doppler: [
      ['credential_access', 'secrets, secrets get, secrets download', 'next'],
      ['credential_access execute', 'run', '=doppler'],
      ['write_external', 'secrets set, secrets delete, secrets upload'],
      ['read_external', 'projects, configs, environments, me, activity'],
    ],
    infisical: [
      ['credential_access', 'secrets, secrets get, export', 'next'],
      ['credential_access execute', 'run', '=infisical'],
      ['write_external', 'secrets set, secrets delete'],
    ],
    'chamber aws-vault aws-okta saml2aws envchain summon teller berglas': [
      ['credential_access', 'read, export, env, list-secrets, access', 'next'],
      ['credential_access execute', 'exec, run, *', 'next'],
      ['read_local', 'list, version, help'],
      ['write_local', 'add, remove, rotate, login, write, delete'],
    ],
    // security(1) macOS 14
    security: [
      ['credential_access', 'find-generic-password, find-internet-password, find-key, export', '-s -l -a -D -G'],
      ['credential_access', 'dump-keychain, unlock-keychain, find-certificate -p', 'next'],
      [
        'write_sensitive:keys',
        'add-generic-password, add-internet-password, delete-generic-password, delete-internet-password, delete-keychain, import, set-key-partition-list, create-keychain, add-certificates, add-trusted-cert, delete-certificate, set-keychain-settings, lock-keychain, default-keychain -s',
      ],
      [
        'read_local',
        'find-certificate, list-keychains, find-identity, help, show-keychain-info, default-keychain, error, verify-cert, cms',
      ],
    ],
    'secret-tool kwallet-query keyring': [
      ['credential_access', 'lookup *, lookup', 'next'],
      ['credential_access', 'search, get, -r|--read-password', 'next'],
      ['write_sensitive:keys', 'store, clear, set, del, delete, lock'],
    ],
    gh: [['credential_access', 'auth token, auth status -t|--show-token', '--hostname|-h =github']],
    glab: [['credential_access', 'auth status -t|--show-token, config get token', '=gitlab']],
    'kubectl oc': [
      ['credential_access', 'get secret *, get secrets *', 'this'],
      ['credential_access', 'get secret -o|--output, get secrets -o|--output, edit secret', 'next =kubernetes'],
      [
        'credential_access',
        'get secret/*, get secrets/*, create token, config view --raw, whoami -t|--show-token, extract secret/*',
        '=kubernetes',
      ],
    ],
    'docker podman nerdctl': [['write_local', 'secret create, secret rm']],
    'gpg gpg2 gpgv': [
      ['credential_access', '-d|--decrypt', 'next'],
      ['credential_access', '--export-secret-keys|--export-secret-subkeys', '=gpg'],
      [
        'read_local',
        '-k|--list-keys, -K|--list-secret-keys, --list-sigs, --fingerprint, --verify, --version, --list-packets, --export, --card-status',
      ],
      ['write_local', '-e|--encrypt, -s|--sign, -c|--symmetric, -b|--detach-sign, --clearsign|--clear-sign, **'],
      [
        'write_sensitive:keys',
        '--import, --gen-key|--generate-key|--full-generate-key|--quick-generate-key, --delete-keys, --delete-secret-keys, --edit-key',
      ],
      ['write_external', '--send-keys'],
      ['read_external write_sensitive:keys', '--recv-keys|--receive-keys, --refresh-keys'],
      ['read_external', '--search-keys'],
    ],
    'age rage sops ansible-vault git-crypt blackbox_cat': [
      ['credential_access', '-d|--decrypt, decrypt, view, edit, unlock, exec-env, exec-file, **', 'next'],
      [
        'write_local',
        '-e|--encrypt, -r|--recipient, encrypt, create, rekey, lock, init, -p|--passphrase, add-gpg-user, updatekeys, rotate',
      ],
      ['read_local', 'status, --version'],
    ],
    git: [
      [
        'credential_access',
        'credential fill, credential-store get, credential-cache get, credential-osxkeychain get, credential-manager get',
        '=git',
      ],
    ],
    'npm pnpm yarn': [
      ['credential_access', 'config get *authToken, config get *_auth, config get *_password', '=npm-token'],
    ],
    heroku: [['credential_access', 'config, config:get, auth:token, pg:credentials:url', 'next']],
    fly: [['credential_access', 'auth token, tokens create', '=fly']],
    'ssh-keygen': [['credential_access', '-p -N', '=ssh-key']],
  },
  special: {
    printenv: printedNames,
    'echo printf': spoken,
  },
  grammars: {
    op: {
      anyOption: true,
      options:
        '--account =text, --config =path, --vault =text, --fields =text, --field =text, --format =text, --session =text, --env-file =path, -i --in-file =path, -o --out-file --output =write, --encoding =text, --cache',
      operands: 'text*',
    },
    vault: {
      anyOption: true,
      singleDash: true,
      options:
        '-address =text, -namespace -ns =text, -field =text, -format =text, -mount =text, -version =text, -ca-cert =path',
      operands: 'text*',
    },
    bw: {
      anyOption: true,
      options:
        '--session =text, --organizationid =text, --itemid =text, --output =write, --search =text, --folderid =text',
      operands: 'text*',
    },
    pass: {
      anyOption: true,
      options:
        '-c --clip [=text], -q --qrcode [=text], -m --multiline, -e --echo, -f --force, -n --no-symbols, -i --in-place, -p --path =text',
      operands: 'text*',
    },
    security: {
      singleDash: true,
      anyOption: true,
      options:
        '-s =text, -a =text, -l =text, -D =text, -G =text, -c =text, -C =text, -j =text, -r =text, -t =text, -o =write, -k =path',
      operands: 'text*',
    },
    'secret-tool': { anyOption: true, options: '--label =text, --collection =text', operands: 'text*' },
  },
};
