// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { each } from '../command-paths.ts';
import { type CommandTree, commandTree } from '../command-tree.ts';
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

/** A table, not yet a grammar: that is built when it is asked for. */
const VAULT: CommandTree = {
  source: 'vault 1.18, https://developer.hashicorp.com/vault/docs/commands',
  singleDash: true,
  options: `
    -address =text, -agent-address =text, -ca-cert =text, -ca-path =text, -client-cert =text, -client-key =text, -header =text, -mfa =text
    -namespace =text, -ns =text, -tls-server-name =text, -wrap-ttl =text, -unlock-key =text, -field =text, -format =text, -mount =text
    -version =text, -versions =text, -path =text, -policy =text, -ttl =text, -method =text, -role =text, -metadata =text
    -display-name =text, -period =text, -key-shares =text, -key-threshold =text, -cas =text, -accessor, -help, -h, -prefix, -force, -f
    -options =text, -description =text, -entity-alias =text, -explicit-max-ttl =text, -id =text, -type =text, -use-limit =text
    -custom-metadata =text, -delete-version-after =text, -max-versions =text
  `,
  commands: `
    kv get, kv list, kv put, kv patch, kv delete, kv undelete, kv destroy, kv rollback, kv enable-versioning
    kv metadata get, kv metadata put, kv metadata patch, kv metadata delete
    read, write, delete, list, patch, unwrap, login, status, server, agent, proxy, ssh, debug, monitor, path-help, version, print token
    secrets list, secrets enable, secrets disable, secrets move, secrets tune, auth list, auth enable, auth disable, auth move, auth tune
    auth help, audit list, audit enable, audit disable, policy list, policy read, policy write, policy delete, policy fmt
    token create, token lookup, token renew, token revoke, token capabilities, lease lookup, lease renew, lease revoke
    namespace list, namespace lookup, namespace create, namespace delete, namespace lock, namespace unlock, namespace patch
    operator init, operator seal, operator unseal, operator rekey, operator rotate, operator generate-root, operator step-down
    operator key-status, operator members, operator diagnose, operator migrate, operator usage, operator utilization
    operator raft list-peers, operator raft remove-peer, operator raft join, operator raft autopilot state
    operator raft snapshot save, operator raft snapshot restore, operator raft snapshot inspect
    plugin list, plugin info, plugin register, plugin deregister, plugin reload, plugin runtime list
    transit import, transit import-version, transform import, pki health-check, pki list-intermediates, pki issue, pki reissue, pki verify-sign
    events subscribe, version-history
  `,
};

function secretManagers(): Readonly<Record<string, Grammar>> {
  return {
    vault: commandTree(VAULT),
    bao: commandTree(VAULT),
    op: commandTree({
      source: 'op 2.30, https://developer.1password.com/docs/cli/reference',
      options: `
        --account =text, --cache, --config =text, --encoding =text, --format =text, --session =text, --vault =text, --fields =text
        --reveal, --otp, --categories =text, --tags =text, -o --output =text, --out-file =text, -i --in-file =text, -f --force, -h --help
        --file-mode =text, --group =text, --user =text, --permissions =text, --emails =text, --view-once, --expires-in =text
        --env-file =text, --title =text, --category =text, --template =text, --server =text, --role =text
      `,
      commands: `
        read, inject, run, signin, signout, whoami, update, completion
        ${each('item', 'list, get, create, edit, delete, move, share, template list, template get')}
        ${each('document', 'list, get, create, edit, delete')}
        ${each('vault', 'list, get, create, edit, delete, group list, group grant, group revoke, user list, user grant, user revoke')}
        ${each('user', 'list, get, confirm, delete, edit, provision, reactivate, suspend, recovery begin')}
        ${each('group', 'list, get, create, delete, edit, user list, user grant, user revoke')}
        ${each('account', 'list, get, add, forget')}
        ${each('connect server', 'list, get, create, edit, delete')}, ${each('connect token', 'list, create, edit, delete')}
        ${each('connect group', 'grant, revoke')}, ${each('connect vault', 'grant, revoke')}
        service-account create, service-account ratelimit, events-api create, ${each('plugin', 'list, inspect, init, run, clear')}
        environment read
      `,
    }),
    bw: commandTree({
      source: 'bw 2025.2, https://bitwarden.com/help/cli/',
      options: `
        --session =text, --search =text, --url =text, --folderid =text, --collectionid =text, --organizationid =text, --itemid =text
        --output =text, --format =text, --password =text, --passwordenv =text, --passwordfile =text, --pretty, --raw, --response, --quiet
        --cleanexit, --nointeraction, --hostname =text, --port =text, -h --help
      `,
      commands: `
        ${each('get', 'item, username, password, uri, totp, notes, exposed, attachment, folder, collection, org-collection, organization, template, fingerprint, send')}
        ${each('list', 'items, folders, collections, organizations, org-collections, org-members, send')}
        ${each('create', 'item, attachment, folder, org-collection')}, ${each('edit', 'item, item-collections, folder, org-collection')}
        ${each('delete', 'item, attachment, folder, org-collection')}, restore item, confirm org-member, move, share
        export, import, sync, login, logout, lock, unlock, status, config server, serve, encode, generate, update
        ${each('send', 'create, edit, delete, list, get, receive, template, remove-password')}, receive, pending-sends
        device-approval list, device-approval approve, device-approval approve-all, device-approval deny, device-approval deny-all
      `,
    }),
    bws: commandTree({
      source: 'bws 1.0, https://bitwarden.com/help/secrets-manager-cli/',
      options:
        '-o --output =text, -c --color =text, -t --access-token =text, -f --config-file =text, -p --profile =text, -u --server-url =text, -h --help',
      commands: `${each('secret, project', 'list, get, create, edit, delete')}, run, config, completions`,
    }),
    doppler: commandTree({
      source: 'doppler 3.71, https://docs.doppler.com/docs/cli',
      options: `
        -p --project =text, -c --config =text, -t --token =text, --scope =text, --api-host =text, --configuration =text, --attempts =text
        --timeout =text, --dns-resolver-address =text, --format =text, --name-transformer =text, --passphrase =text, --json, --plain
        --only-names, --no-file, --silent, --debug, -h --help, -e --environment =text, --access =text, --max-age =text, --type =text
        --dynamic-ttl =text, --fallback =text, --command =code
      `,
      commands: `
        secrets get, secrets set, secrets upload, secrets download, secrets delete, secrets substitute, secrets notes get, secrets notes set
        ${each('projects', 'get, create, update, delete')}, ${each('environments', 'get, create, rename, delete')}
        ${each('configs', 'get, create, update, delete, clone, lock, unlock, logs, logs get, logs rollback')}
        ${each('configs tokens', 'get, create, delete, revoke')}, ${each('configure', 'get, set, unset, reset, debug, flags, profiles, options')}
        run, run clean, setup, login, login revoke, login rollback, logout, me, activity, changelog, open, update, import, oidc login, oidc logout
      `,
    }),
    infisical: commandTree({
      source: 'infisical 0.36, https://infisical.com/docs/cli/overview',
      options: `
        --env =text, --projectId =text, --path =text, --domain =text, --token =text, --format =text, --tags =text, --tag =text, -o --output-file =text
        -l --log-level =text, --project-config-dir =text, --template =text, --type =text, --plain, --silent, -h --help, -e, --file =text
        --client-id =text, --client-secret =text, --method =text, --access-level =text, --scope =text, --name =text, --expiry-seconds =text
        --port =text, --command =code, --watch, --ttl =text, --lease-id =text, --project-slug =text, --identity-id =text
      `,
      commands: `
        secrets get, secrets set, secrets delete, secrets generate-example-env, ${each('secrets folders', 'get, create, delete')}
        export, run, init, login, logout, reset, scan, scan git-changes, scan install, user, user get token, user switch, user update domain
        service-token create, ${each('dynamic-secrets', 'lease create, lease list, lease delete, lease renew')}, vault set, vault use, token renew
        bootstrap, agent, gateway, ssh, relay, kmip start, cert-manager
      `,
    }),
    gopass: commandTree({
      source: 'gopass 1.15, https://github.com/gopasspw/gopass/tree/master/docs/commands',
      options:
        '-c --clip, -f --force, -r --recursive, --store =text, -o --password, -u --unsafe, -n, --nosync, --yes, -h --help',
      commands: `
        list, ls, show, cat, otp, totp, find, search, grep, insert, edit, set, new, create, generate, delete, remove, rm, move, mv, copy, cp, link, ln
        history, sync, git, init, setup, clone, config, audit, fsck, doctor, version, env, process, sum, sha, unclip, update, templates, alias
        fscopy, fsmove, merge, reorg, capabilities, rcs, completion, help, age identities, convert, template
        ${each('recipients', 'add, authorize, remove, rm, deauthorize, update, ack')}, ${each('mounts', 'add, mount, remove, rm, umount, unmount, versions')}
      `,
    }),
    pass: commandTree({
      source: 'pass(1) 1.7, https://www.passwordstore.org/',
      options:
        '-c --clip [=text], -q --qrcode [=text], -p --path =text, -e --echo, -m --multiline, -f --force, -r --recursive, -n --no-symbols, -i --in-place, -h --help',
      commands: `
        init, ls, list, show, find, search, grep, insert, add, edit, generate, rm, remove, delete, mv, rename, cp, copy, git, help, version, otp, otp code
        otp insert, otp uri, otp append, otp validate, import, update, audit, tomb, close, open
      `,
    }),
    'keepassxc-cli': commandTree({
      source: 'keepassxc-cli(1) 2.7',
      options: `
        -k --key-file =text, -y --yubikey =text, -a --attributes =text, -f --format =text, -q --quiet, -s --show-protected, -t --totp, --all
        --show-attachments, --no-password, -u --username =text, --url =text, --notes =text, -p --password-prompt, -g --generate, -L --length =text
        -R --recursive, --set-key-file =text, --set-password, --unset-password, --unset-key-file, --decryption-time =text, -h --help
      `,
      commands: `
        add, analyze, attachment-export, attachment-import, attachment-rm, clip, close, db-create, db-edit, db-info, diceware, edit, estimate
        exit, export, generate, help, import, ls, merge, mkdir, mv, open, quit, rm, rmdir, search, show
      `,
    }),
    keyctl: commandTree({
      source: 'keyctl(1) 1.6',
      options: '-h --help',
      commands: `
        show, add, padd, request, request2, prequest2, update, newring, revoke, clear, link, unlink, search, read, pipe, print, list, rlist
        describe, rdescribe, chown, chgrp, setperm, new_session, session, instantiate, negate, timeout, security, reap, purge, get_persistent
        dh_compute, invalidate, move, restrict_keyring, pkey_query, pkey_sign, pkey_decrypt, supports, id, dump, watch
      `,
    }),
    'secret-tool': commandTree({
      source: 'secret-tool(1) 0.20',
      options: '--label =text, --collection =text, --all, --unlock, --version, -h --help',
      commands: 'lookup, search, store, clear, lock',
    }),
    lpass: commandTree({
      source: 'lpass(1) 1.3',
      options:
        '--sync =text, --color =text, -c --clip, --username, --password, --url, --notes, --field =text, --id, --name, --all, --json, --format =text, -h --help',
      commands: `
        login, logout, passwd, show, ls, mv, add, edit, generate, duplicate, rm, status, sync, export, import
        ${each('share', 'userls, useradd, usermod, userdel, create, limit, rm')}
      `,
    }),
    chamber: commandTree({
      source: 'chamber 3, https://github.com/segmentio/chamber',
      options:
        '-b --backend =text, -r --retries =text, --backend-s3-bucket =text, --kms-key-alias =text, -f --format =text, -o --output-file =text, -e --expand, -v --version =text, -h --help',
      commands:
        'read, env, export, list, list-services, find, history, exec, write, import, delete, tag read, tag write, tag delete, version',
    }),
    rbw: commandTree({
      source: 'rbw 1.13, https://github.com/doy/rbw',
      options:
        '--folder =text, --field =text, -f --full, --raw, -c --clipboard, -l --list-fields, -i --ignorecase, --fields =text, -h --help',
      commands: `
        get, code, search, list, ls, add, generate, edit, remove, rm, history, sync, lock, unlock, unlocked, login, register, config show, config set
        config unset, purge, stop-agent
      `,
    }),
    conjur: commandTree({
      source: 'conjur 8, https://github.com/cyberark/conjur-cli-go',
      options:
        '-b --branch =text, -f --file =text, -i --id =text, -u --url =text, -a --account =text, -l --login =text, -h --help, -k --kind =text, -v --value =text, -r --role =text',
      commands: `
        variable get, variable set, policy load, policy replace, policy update, policy fetch, host rotate-api-key, user rotate-api-key
        user change-password, hostfactory tokens create, hostfactory tokens revoke, hostfactory hosts create, resource exists, resource show
        resource permitted-roles, role exists, role show, role members, role memberships, list, show, whoami, login, logout, init, pubkeys, check
      `,
    }),
    akeyless: commandTree({
      source: 'akeyless, https://docs.akeyless.io/docs/cli-reference',
      options:
        '-n --name =text, --profile =text, --token =text, -u --uid-token =text, --version =text, --path =text, --names =text, -v --value =text, --role-name =text, --am-name =text, --capability =text, -h --help',
      commands: `
        get-secret-value, get-dynamic-secret-value, get-rotated-secret-value, get-ssh-certificate, get-pki-certificate, export-classic-key
        create-secret, update-secret-val, delete-item, delete-items, delete-role, delete-auth-method, delete-target, delete-roles
        delete-auth-methods, delete-gateway-config, list-items, describe-item, list-roles, get-role, list-auth-methods, get-auth-method
        assoc-role-am, delete-assoc, set-role-rule, create-role, create-auth-method, reset-access-key, configure, auth, list-targets
        get-target, get-target-details, rotate-key, decrypt, encrypt, update-item
      `,
    }),
    berglas: commandTree({
      source: 'berglas 2, https://github.com/GoogleCloudPlatform/berglas',
      options: '--member =text, --members =text, --generation =text, --key =text, --out =text, -h --help',
      commands: 'access, bootstrap, create, delete, edit, exec, grant, list, migrate, revoke, update, version',
    }),
    security: commandTree({
      source: 'security(1) macOS 14',
      options:
        '-a =text, -s =text, -l =text, -c =text, -C =text, -D =text, -G =text, -j =text, -r =text, -p =text, -P =text, -d =text, -t =text, -o =text, -k =text, -S =text, -w, -g, -h',
      commands: `
        find-generic-password, find-internet-password, find-certificate, find-identity, find-key, add-generic-password, add-internet-password
        delete-generic-password, delete-internet-password, delete-certificate, delete-identity, delete-keychain, dump-keychain, export, import
        list-keychains, default-keychain, login-keychain, create-keychain, lock-keychain, unlock-keychain, set-keychain-settings
        set-keychain-password, set-key-partition-list, set-generic-password-partition-list, show-keychain-info, add-trusted-cert
        remove-trusted-cert, dump-trust-settings, trust-settings-import, verify-cert, cms, authorizationdb read, authorizationdb write
        authorizationdb remove, authorize, error, smartcards, list-smartcards, leaks, help
      `,
    }),
    keyring: commandTree({
      source: 'keyring 25, https://keyring.readthedocs.io',
      options: '-p --keyring-path =text, -b --keyring-backend =text, --mode =text, --output =text, -h --help',
      commands: 'get, set, del, diagnose',
    }),
    dotenvx: commandTree({
      source: 'dotenvx 1, https://dotenvx.com/docs',
      options:
        '-f --env-file =text, -fk --env-keys-file =text, -l --log-level =text, -e --env =text, -k --key =text, -ek --exclude-key =text, --format =text, -h --help',
      commands:
        'run, get, set, encrypt, decrypt, keypair, ls, rotate, ext prebuild, ext precommit, ext genexample, ext gitignore, ext scan',
    }),
    credstash: commandTree({
      source: 'credstash 1.17, https://github.com/fugue/credstash',
      options:
        '-r --region =text, -t --table =text, -p --profile =text, -n --arn =text, -v --version =text, -f --format =text, -h --help',
      commands: 'get, getall, put, putall, list, keys, delete, setup',
    }),
    teller: commandTree({
      source: 'teller 2, https://github.com/tellerops/teller',
      options: '-c --config =text, -h --help, --providers =text, --path =text',
      commands:
        'run, show, yaml, json, env, sh, export, export env, export yaml, export json, export csv, new, put, delete, copy, scan, redact, template',
    }),
    ksm: commandTree({
      source: 'ksm 1.1, https://docs.keeper.io/secrets-manager/secrets-manager/secrets-manager-command-line-interface',
      options:
        '--ini-file =text, -p --profile-name =text, -o --output =text, -u --uid =text, -q --query =text, -f --field =text, -t --title =text, -h --help',
      commands: `
        secret list, secret get, secret notation, secret update, secret delete, secret add, secret download, secret password, secret totp
        secret template, profile init, profile list, profile active, profile export, profile import, profile setup, exec, config show, config save, folder list
        folder get, folder add, folder update, folder delete, init default, init k8s, shell, version, sync, interpolate
      `,
    }),
    keeper: commandTree({
      source: 'keeper commander 17, https://docs.keeper.io/commander',
      options:
        '--server =text, -u --user =text, --password =text, --config =text, --format =text, -h --help, -e --email =text, -a --action =text',
      commands: `
        list, ls, tree, search, get, find-password, clipboard-copy, totp, export, import, rm, rmdir, share-record, share-folder, one-time-share
        enterprise-user, enterprise-role, enterprise-team, enterprise-down, whoami, sync-down, add, edit, download-attachment, transfer-user
        record-history, trash, secrets-manager, delete-all, audit-report, security-audit-report, breachwatch, shell
      `,
    }),
    dcli: commandTree({
      source: 'dcli 6, https://cli.dashlane.com',
      options:
        '-o --output =text, -f --field =text, --debug, -h --help, --format =text, --directory =text, -i --in =text',
      commands: `
        sync, password, p, note, n, secret, otp, o, read, inject, exec, backup, lock, logout, devices list, devices remove, devices register
        team credentials generate, team credentials list, team credentials revoke, team members, team logs, team report, configure, accounts whoami
      `,
    }),
    passbolt: commandTree({
      source: 'go-passbolt-cli, https://github.com/passbolt/go-passbolt-cli',
      options:
        '--config =text, --serverAddress =text, --userPassword =text, --userPrivateKeyFile =text, --mfaMode =text, --id =text, --name =text, -c --column =text, --filter =text, -t --type =text, -u --user =text, -g --group =text, -h --help, -j --json',
      commands: `
        ${each('get, delete, update, create, move', 'resource, folder, user, group')}, ${each('list', 'resource, folder, user, group')}
        ${each('share', 'resource, folder')}, export, exec, verify, configure, rotate
      `,
    }),
  };
}

/** Password stores and managers of secrets; what is asked about is in rules/services/secrets-managers.yaml. */
export const SECRET_MANAGERS = family(
  `vault bao op bw bws doppler infisical gopass pass keepassxc-cli keyctl secret-tool lpass chamber rbw conjur akeyless berglas security
   keyring dotenvx credstash teller ksm keeper dcli passbolt`,
  secretManagers,
);
