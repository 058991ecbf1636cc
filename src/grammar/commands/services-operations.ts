// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { each } from '../command-paths.ts';
import { commandTree } from '../command-tree.ts';
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function monitoring(): Readonly<Record<string, Grammar>> {
  const PROMETHEUS =
    '--address =text, --id =text, --namespaces =text, --user =text, --key =text, --api-key =text, --auth-token =text, --rule-files =text, --rule-dirs =text, --backend =text, --log.level =text, --output-dir =text, --dry-run, -h --help';
  return {
    dog: commandTree({
      source: 'dog (datadog 0.51), https://docs.datadoghq.com/developers/guide/dogwrap/',
      options:
        '--config =text, --api-key =text, --application-key =text, --api_host =text, -f --format =text, --pretty, --raw, --timeout =text, -h --help, --options =text, --silenced, --tags =text, --message =text, --end =text, --start =text, --user =text',
      commands: `
        ${each('monitor', 'post, file_post, update, file_update, show, show_all, delete, mute_all, unmute_all, mute, unmute, validate, can_delete')}
        ${each('dashboard, timeboard, screenboard, dashboard_list, dashboard_list_v2', 'post, update, show, show_all, delete, share, revoke, pull, push, new_file, web_view, list, get_items, delete_items, pull_all')}
        ${each('downtime', 'post, update, show, show_all, delete, cancel_by_scope')}, ${each('event', 'post, show, stream')}, ${each('metric', 'post')}
        ${each('host', 'mute, unmute')}, ${each('tag', 'add, replace, show, detach')}, ${each('comment', 'post, update, delete, show')}, search query, ${each('service_check', 'check')}
        ${each('service_level_objective', 'create, update, show, show_all, delete, delete_many, history, delete_timeframe')}, ${each('synthetics', 'get_all_tests, get_test')}
        ${each('security-monitoring', 'rules list, rules delete, rules create, signals list')}
      `,
    }),
    newrelic: commandTree({
      source: 'newrelic 0.95, https://docs.newrelic.com/docs/new-relic-solutions/build-nr-ui/newrelic-cli/',
      options:
        '-a --accountId =text, --profile =text, --format =text, -g --guid =text, -k --keyId =text, -n --name =text, -t --tag =text, --key =text, --scope =text, -q --query =text, -h --help, --debug, --trace, --variables =text, --entityGuid =text, --accountScope =text, --packageId =text, -c --collection =text, -d --documentId =text, --show-keys',
      commands: `
        ${each('apiAccess', 'apiAccessCreateKeys, apiAccessDeleteKeys, apiAccessGetKey, apiAccessUpdateKeys')}, ${each('apm', 'application search, application get, deployment create, deployment list, deployment delete')}
        ${each('entity', 'search, tags get, tags create, tags replace, tags delete, tags delete-values, deployment create')}, ${each('profile', 'add, list, default, delete, configure')}
        ${each('nerdstorage', 'document write, document get, document delete, collection get, collection delete')}, ${each('workload', 'list, get, create, update, duplicate, delete')}
        ${each('synthetics', 'monitor list, monitor get, monitor search, run, automated')}, ${each('reporting', 'junit')}, nrql query, nrql history, nerdgraph query, install, diagnose run, diagnose validate, diagnose lint, decode entity, decode url, events post, version
        ${each('changeTracking', 'create')}, edge trace-observer list, edge trace-observer create, edge trace-observer delete, agent config obfuscate, agent config migrateV3toV4
      `,
    }),
    'grafana-cli': commandTree({
      source: 'grafana-cli 11, https://grafana.com/docs/grafana/latest/cli/',
      options:
        '--homepath =text, --config =text, --configOverrides =text, --pluginsDir =text, --repo =text, --pluginUrl =text, --insecure, --debug, -h --help, --user-id =text, --password-from-stdin',
      commands: `
        ${each('plugins', 'install, list-remote, list-versions, update, upgrade, update-all, upgrade-all, ls, uninstall, remove, rm')}
        ${each('admin', 'reset-admin-password, data-migration, secrets-migration, secrets-consolidation, user-manager conflicts list, user-manager conflicts ingest-file, flush-rbac-seed-assignment')}
      `,
    }),
    grafana: commandTree({
      source: 'grafana 11, https://grafana.com/docs/grafana/latest/cli/',
      options:
        '--homepath =text, --config =text, --configOverrides =text, --pluginsDir =text, --repo =text, --pluginUrl =text, --insecure, --debug, -h --help, --user-id =text',
      commands: `
        server, server target, ${each('cli plugins', 'install, list-remote, list-versions, update, upgrade, update-all, ls, uninstall, remove, rm')}
        ${each('cli admin', 'reset-admin-password, data-migration, secrets-migration, secrets-consolidation, user-manager, flush-rbac-seed-assignment')}
      `,
    }),
    grafanactl: commandTree({
      source: 'grafanactl 0.1, https://grafana.github.io/grafanactl/',
      options: '--config =text, --context =text, -p --path =text, -o --output =text, --dry-run, -h --help, -f --force',
      commands: `${each('resources', 'list, get, pull, push, delete, edit, validate, serve')}, ${each('config', 'set, unset, view, check, use-context, list-contexts, current-context')}`,
    }),
    grr: commandTree({
      source: 'grizzly 0.7, https://grafana.github.io/grizzly/',
      options:
        '-t --target =text, -J --jpath =text, -f --folder =text, -c --config =text, -o --output =text, -e --expires =text, -h --help',
      commands:
        'apply, diff, export, get, list, pull, push, preview, providers, serve, show, snapshot, validate, watch, config get, config set, config check, config use-context',
    }),
    mimirtool: commandTree({
      source: 'mimirtool 2.15, https://grafana.com/docs/mimir/latest/manage/tools/mimirtool/',
      options: PROMETHEUS,
      commands: `
        ${each('rules', 'list, print, get, load, delete, delete-namespace, diff, sync, lint, prepare, check')}, ${each('alertmanager', 'get, load, delete, verify, migrate-utf8')}, ${each('alerts', 'verify')}
        ${each('analyze', 'grafana, ruler, prometheus, rule-file, dashboard')}, ${each('config', 'convert')}, remote-read export, remote-read dump, remote-read stats, acl generate-header, backfill, bucket-validation, promql format, version
      `,
    }),
    amtool: commandTree({
      source: 'amtool 0.28, https://github.com/prometheus/alertmanager#amtool',
      options:
        '--alertmanager.url =text, --config.file =text, -o --output =text, --timeout =text, --http.config.file =text, -a --author =text, -d --duration =text, -c --comment =text, --start =text, --end =text, --id =text, -q --quiet, -h --help, --version, --labels =text, --annotation =text',
      commands: `
        ${each('silence', 'add, expire, import, query, update')}, ${each('alert', 'query, add')}, check-config, config show, ${each('config routes', 'show, test')}, cluster show, template render
      `,
    }),
    promtool: commandTree({
      source: 'promtool 3, https://prometheus.io/docs/prometheus/latest/command-line/promtool/',
      options: '--http.config.file =text, -h --help, --enable-feature =text, -o =text, -r --dry-run, --lint =text',
      commands:
        'check config, check rules, check metrics, check web-config, check healthy, check ready, query instant, query range, query series, query labels, query analyze, debug pprof, debug metrics, debug all, push metrics, test rules, tsdb bench write, tsdb analyze, tsdb list, tsdb dump, tsdb dump-openmetrics, tsdb create-blocks-from openmetrics, tsdb create-blocks-from rules, promql format, promql label-matchers',
    }),
    thanos: commandTree({
      source: 'thanos 0.37, https://thanos.io/tip/components/tools.md/',
      options:
        '--objstore.config =text, --objstore.config-file =text, --log.level =text, --id =text, --marker =text, --details =text, --selector =text, -h --help, --dry-run, --no-dry-run, --delete-blocks, --tmp.dir =text, --rewrite.to-delete-config =text, --rewrite.to-delete-config-file =text',
      commands: `${each('tools bucket', 'verify, ls, inspect, web, replicate, downsample, cleanup, mark, rewrite, retention, upload-blocks')}, tools rules-check, query, sidecar, store, compact, rule, receive, query-frontend`,
    }),
    logcli: commandTree({
      source: 'logcli 3, https://grafana.com/docs/loki/latest/query/logcli/',
      options:
        '--addr =text, --username =text, --password =text, --org-id =text, --limit =text, --since =text, --from =text, --to =text, -o --output =text, --timezone =text, -q --quiet, -h --help, --bearer-token =text, --interval =text, --max-interval =text',
      commands:
        'query, instant-query, labels, series, stats, volume, volume_range, detected-fields, fmt, delete create, delete list, delete cancel',
    }),
    splunk: commandTree({
      source: 'splunk 9.4, https://docs.splunk.com/Documentation/Splunk/latest/Admin/CLIadmincommands',
      options:
        '-auth =text, -uri =text, -index =text, -role =text, -password =text, -f, -maxout =text, -target =text, -earliest_time =text, -latest_time =text, --help, -h, -full-name =text, -email =text, -sourcetype =text, -app =text, -level =text, -value =text, --value =text',
      singleDash: true,
      commands: `
        ${each('clean', 'eventdata, globaldata, userdata, all, kvstore, locks, inputdata, raft, audit-events, dispatch')}
        ${each('remove', 'index, user, role, app, monitor, forward-server, deploy-poll, search-server, saved-search, shcluster-member, cluster-peers, tcp, udp, licenses, oneshot, cluster-search-heads, excess-buckets')}
        ${each('add', 'index, user, app, monitor, forward-server, search-server, saved-search, tcp, udp, licenses, oneshot, tacacs')}, ${each('edit', 'index, user, role, app, monitor, cluster-config, saved-search, shcluster-config, licenser-localslave, exec, forward-server, licenses')}
        ${each('list', 'index, user, role, app, monitor, forward-server, search-server, saved-search, inputstatus, licenses, shcluster-members, cluster-peers, cluster-buckets')}
        ${each('disable', 'app, index, boot-start, local-index, webserver, listen, deploy-client, deploy-server, maintenance-mode, ssl, web-ssl')}, ${each('enable', 'app, index, boot-start, listen, webserver, deploy-server, local-index, maintenance-mode, web-ssl')}
        ${each('show', 'config, splunkd-port, web-port, servername, cluster-status, shcluster-status, maintenance-mode, deploy-poll, datastore-dir, kvstore-status, bundle-replication-status')}
        ${each('set', 'minfreemb, splunkd-port, web-port, servername, deploy-poll, datastore-dir, default-hostname')}, ${each('apply', 'cluster-bundle, shcluster-bundle, cluster-manager-bundle')}, ${each('validate', 'files, cluster-bundle, index')}
        ${each('rolling-restart', 'cluster-peers, shcluster-members')}, ${each('resync', 'shcluster-replicated-config')}, ${each('restore, backup', 'kvstore')}, ${each('transfer', 'shcluster-captain')}, ${each('install, package, display', 'app, index, listen, monitor')}
        start, stop, restart, status, offline, search, rtsearch, btool, btprobe, diag, help, version, login, logout, reload deploy-server, show-decrypted, rebuild, cmd, fsck, createssl, import userdata, export eventdata, export userdata, bootstrap shcluster-captain, ftw, dispatch, find logs, anonymize file, recover, migrate
      `,
    }),
    pd: commandTree({
      source: 'pagerduty-cli 0.1.18, https://github.com/martindstone/pagerduty-cli',
      options:
        '-b --useauth =text, --token =text, -i --ids =text, -n --names =text, -I =text, -N =text, -S =text, -U =text, -u --urgency =text, -t --title =text, -s =text, -d --details =text, -F =text, -h --help, --debug, -m --me, -k =text, -v =text, -e =text, -p --pipe, -o =text, -j --json, -E --endpoint =text, -B --body =text, --routing_key =text',
      commands: `
        ${each('incident', 'list, ack, assign, create, merge, notes, open, priority, resolve, responder add, set, subscriber add, log, alerts, analytics, rename, snooze')}
        ${each('service', 'list, create, delete, disable, enable, set, remove, open')}, ${each('user', 'list, create, delete, set, replace, session, contact, log, oncall')}, ${each('schedule', 'list, create, delete, show, render, override add, override list, override delete, oncall')}
        ${each('event', 'alert, change')}, ${each('rest', 'get, post, put, delete, fetch')}, ${each('team', 'list, create, delete, user add, user remove, ep')}, ${each('ep', 'list, copy, delete, level, oncall, subscribe')}
        ${each('auth', 'add, list, login, remove, set, use, web')}, ${each('automation', 'action list, action create, action delete, action invoke, runner list, runner create, runner delete')}, log, tag list, tag assign, tag delete, bs list, bs create, bs delete, bs subscribe, field list, field create, field delete, field update, orchestration list, orchestration add, extension list, extension delete, util deleteincidents
      `,
    }),
    'sentry-cli': commandTree({
      source: 'sentry-cli 2.42, https://docs.sentry.io/cli/',
      options:
        '--url =text, --auth-token =text, -o --org =text, -p --project =text, --log-level =text, --quiet, -h --help, --header =text, -i --id =text, -s --status =text, --query =text, -r --release =text, --dist =text',
      commands: `
        ${each('releases', 'list, new, info, finalize, delete, archive, restore, set-commits, propose-version, deploys, files')}, ${each('releases files', 'list, upload, upload-sourcemaps, delete')}, ${each('issues', 'list, resolve, unresolve, mute')}
        ${each('organizations, projects, events, repos, monitors, deploys', 'list, new, run')}, ${each('sourcemaps', 'upload, inject, explain, resolve')}, ${each('debug-files, difutil, dif', 'upload, check, find, bundle-sources, print-sources')}
        info, login, send-event, send-envelope, send-metric, update, uninstall, upload-dif, upload-proguard, upload-dsym, react-native, bash-hook, logs list, build upload
      `,
    }),
    sensuctl: commandTree({
      source: 'sensuctl 6.12, https://docs.sensu.io/sensu-go/latest/sensuctl/',
      options:
        '--namespace =text, --api-url =text, --format =text, --config-dir =text, --api-key =text, -f --file =text, -r --recursive, --skip-confirm, -h --help, --username =text, --password =text, --role =text, --group =text, --user =text, --cluster-role =text, -t --type =text, -s --subscription =text, -c --check =text, -e --expire =text',
      commands: `
        ${each('asset, check, entity, event, filter, handler, hook, mutator, namespace, pipeline, role, cluster-role, role-binding, cluster-role-binding, secret, silenced, tessen, api-key, auth, license, cluster', 'list, info, create, delete, update, resolve, execute, grant, revoke, dump, member-list, member-add, member-remove, health, id, subdue')}
        ${each('user', 'list, create, delete, disable, reinstate, reset-password, change-password, add-group, remove-group, set-groups, test-creds, hash-password')}, ${each('config', 'view, set-format, set-namespace, set-timeout')}
        configure, create, delete, edit, dump, prune, describe-type, env, logout, command list, command install, command exec, completion, version, bonsai
      `,
    }),
    checkly: commandTree({
      source: 'checkly 5, https://www.checklyhq.com/docs/cli/',
      options:
        '-c --config =text, -h --help, -f --force, -p --preview, -l --location =text, -e --env =text, --env-file =text, -g --grep =text, -r --reporter =text, -t --tags =text',
      commands:
        'deploy, destroy, test, trigger, pw-test, init, login, logout, switch, whoami, env ls, env add, env rm, env update, env pull, import plan, import apply, import commit, import cancel, sync-playwright, runtimes, help',
    }),
    monaco: commandTree({
      source: 'monaco 2.19, https://docs.dynatrace.com/docs/deliver/configuration-as-code/monaco/',
      options:
        '-e --environment =text, -g --group =text, -p --project =text, -m --manifest =text, -f --file =text, -a --api =text, -o --output-folder =text, -d --dry-run, -c --continue-on-error, -h --help, --url =text, --token =text',
      commands:
        'deploy, delete, download, purge, convert, generate deletefile, generate dependency-graph, generate schemas, account deploy, account delete, account download, validate, version',
    }),
    axiom: commandTree({
      source: 'axiom 0.14, https://axiom.co/docs/reference/cli',
      options:
        '--auth-org-id =text, --auth-token =text, --auth-url =text, -C --config =text, --deployment =text, -f --format =text, -h --help, --name =text, --older-than =text, -F --force, --no-spinner, --start-time =text, --end-time =text',
      commands: `${each('dataset', 'list, create, delete, info, trim, update')}, query, stream, ingest, ${each('auth', 'login, logout, status, select, switch-org, update-token')}, config get, config set, config edit, version, web, annotation`,
    }),
  };
}

function payments(): Readonly<Record<string, Grammar>> {
  const VERBS = `
    create, retrieve, update, delete, list, search, capture, cancel, confirm, close, pay, void_invoice, finalize_invoice, send_invoice, mark_uncollectible, reverse, approve, decline, resume, expire
    archive, reject, delete_discount, apply_customer_balance, increment_authorization, accept, test_helpers, reconcile, fail, post, return_outbound_transfer, accept, pause, void_credit_note, validate, verify, verify_microdeposits
  `;
  return {
    stripe: commandTree({
      source: 'stripe 1.23, https://docs.stripe.com/cli',
      options: `
        --api-key =text, --color =text, --config =text, --device-name =text, --log-level =text, -p --project-name =text, -d --data =text, -e --expand =text, -i --idempotency =text
        -l --limit =text, -a --starting-after =text, -b --ending-before =text, -s --show-headers, -v --stripe-version =text, --stripe-account =text, -c --confirm, --live, --dark-style
        --charge =text, --amount =text, --currency =text, --customer =text, --payment-intent =text, --reason =text, --destination =text, --source =text, --description =text, --email =text, --name =text
        --override =text, --add =text, --remove =text, --skip =text, --events =text, --forward-to =text, --forward-connect-to =text, --headers =text, --list, --set, --unset =text, --url =text, --enabled-events =text
        --payment-method =text, --price =text, --product =text, --unit-amount =text, --id =text, --invoice =text, -h --help, --filter-account =text, --filter-http-method =text, --filter-request-path =text
      `,
      commands: `
        ${each(
          'accounts, account_links, account_sessions, apple_pay_domains, application_fees, balance, balance_transactions, bank_accounts, capabilities, cards, charges, checkout sessions, coupons, credit_notes, customers, customer_balance_transactions, disputes, ephemeral_keys, events, external_accounts, fee_refunds, files, file_links, invoiceitems, invoices, issuing cards, issuing cardholders, issuing authorizations, login_links, mandates, payment_intents, payment_links, payment_methods, payment_sources, payouts, persons, plans, prices, products, promotion_codes, quotes, radar value_lists, radar value_list_items, refunds, reviews, setup_intents, shipping_rates, sources, subscription_items, subscription_schedules, subscriptions, tax_ids, tax_rates, terminal locations, terminal readers, tokens, topups, transfers, transfer_reversals, treasury outbound_payments, treasury outbound_transfers, usage_records, webhook_endpoints, billing_portal sessions, billing_portal configurations, identity verification_sessions, test_helpers test_clocks',
          VERBS,
        )}
        get, post, delete, listen, logs tail, trigger, fixtures, samples create, samples list, serve, config, login, logout, open, resources, status, version, completion, feedback, help, terminal quickstart, postinstall, community, playback
        apps create, apps start, apps upload, apps add, apps remove, apps set, plugin install, plugin uninstall, plugin upgrade, whoami
      `,
    }),
    'bitcoin-cli': {
      source: 'bitcoin-cli 28, https://developer.bitcoin.org/reference/rpc/',
      anyOption: true,
      singleDash: true,
      options:
        '-conf =text, -datadir =text, -rpcwallet =text, -rpcuser =text, -rpcpassword =text, -rpcconnect =text, -rpcport =text, -named, -regtest, -testnet, -signet, -chain =text, -help, -h',
      operands: 'text*',
    },
    lncli: commandTree({
      source: 'lncli 0.18, https://docs.lightning.engineering/lightning-network-tools/lnd/lncli',
      options:
        '--rpcserver =text, --lnddir =text, --tlscertpath =text, -n --network =text, --macaroonpath =text, --chain =text, --addr =text, --amt =text, -h --help, --pay_req =text, --dest =text, --sat_per_vbyte =text, --chan_point =text, -f --force',
      commands: `
        getinfo, walletbalance, channelbalance, listchannels, listpayments, listinvoices, listpeers, addinvoice, lookupinvoice, decodepayreq, newaddress, pendingchannels, closedchannels, sendcoins, sendmany, sendpayment
        payinvoice, keysend, openchannel, batchopenchannel, closechannel, closeallchannels, abandonchannel, disconnect, connect, bakemacaroon, deletemacaroonid, deletepayments, exportchanbackup, restorechanbackup, stop
        unlock, create, changepassword, updatechanpolicy, wallet, sendtoroute, estimatefee, queryroutes, describegraph, feereport, signmessage, verifymessage, listmacaroonids, printmacaroon
      `,
    }),
  };
}

function messaging(): Readonly<Record<string, Grammar>> {
  return {
    himalaya: commandTree({
      source: 'himalaya 1.1, https://github.com/pimalaya/himalaya',
      options:
        '-c --config =text, -a --account =text, -f --folder =text, -o --output =text, -t --target =text, -H --header =text, -h --help, -p --page =text, -s --page-size =text',
      commands: `
        ${each('message', 'read, export, thread, write, reply, forward, edit, mailto, save, copy, move, delete, send')}, ${each('template', 'write, reply, forward, save, send')}, ${each('folder', 'list, add, create, delete, purge, expunge')}
        ${each('envelope', 'list, thread')}, ${each('flag', 'add, set, remove')}, ${each('attachment', 'download')}, ${each('account', 'list, configure, doctor, check-up, sync')}, completion, manual
      `,
    }),
    doveadm: commandTree({
      source: 'doveadm(1) 2.3',
      options: '-u =text, -A, -F =text, -S =text, -v, -D, -f =text, -o =text, -h, -s =text, -r =text, -p =text',
      commands: `
        ${each('mailbox', 'list, status, create, delete, rename, subscribe, unsubscribe, path, mutf7, update, cache')}, expunge, purge, move, copy, fetch, search, save, import, index, force-resync, altmove, deduplicate, flags add, flags remove
        flags replace, backup, sync, dsync, kick, who, user, auth test, auth login, auth lookup, auth cache flush, pw, quota get, quota recalc, log test, log find, log reopen, log errors, reload, stop, service status, service stop, stats dump, stats add
        acl get, acl set, acl delete, acl add, acl remove, acl rights, acl debug, penalty, config, director status, director map, replicator status, fs delete, fs get, fs list, rebuild attachments, dict get, dict set, dict unset, process status, instance list, zlibconnect, oldstats, sis, dump, exec, proxy list, proxy kick, help
      `,
    }),
    'signal-cli': commandTree({
      source: 'signal-cli(1) 0.13',
      options:
        '-a --account =text, -u --username =text, -o --output =text, --config =text, -m --message =text, --attachment =text, -g --group-id =text, -t --timeout =text, -n --name =text, -h --help, -v --verbose, --note-to-self, --service-environment =text, -e --emoji =text',
      commands: `
        register, verify, unregister, updateAccount, setPin, removePin, addDevice, listDevices, removeDevice, updateDevice, send, sendReaction, sendReceipt, sendTyping, sendPaymentNotification, sendPollCreate, remoteDelete, receive, joinGroup, updateGroup, quitGroup
        listGroups, listContacts, listIdentities, trust, updateProfile, updateContact, removeContact, block, unblock, sendContacts, sendSyncRequest, sendMessageRequestResponse, uploadStickerPack, listStickerPacks, getUserStatus, daemon, jsonRpc, version, link, startLink, finishLink
        deleteLocalAccountData, listAccounts, getAttachment, getAvatar, startChangeNumber, finishChangeNumber, submitRateLimitChallenge, updateConfiguration
      `,
    }),
    mmctl: commandTree({
      source: 'mmctl 10, https://docs.mattermost.com/manage/mmctl-command-line-tool.html',
      options:
        '--config =text, --format =text, --json, --local, --strict, --quiet, --suppress-warnings, --confirm, -m --message =text, -r --reply-to =text, -h --help, --email =text, --username =text, --password =text, --team =text, --name =text, --channel =text, --user =text, --creator =text, --trigger =text, --url =text, --hashed',
      commands: `
        ${each('user', 'list, search, create, invite, activate, deactivate, delete, deleteall, change-password, reset-password, resetmfa, email, username, promote, demote, convert, migrate-auth, verify, preference list, preference set, preference delete')}
        ${each('team', 'list, search, create, modify, rename, archive, restore, delete, users add, users remove')}, ${each('channel', 'list, search, create, modify, rename, move, archive, unarchive, delete, users add, users remove, make-private')}
        ${each('post', 'create, list, delete')}, ${each('permissions', 'add, remove, reset, show, role show, role assign, role unassign')}, ${each('roles', 'system-admin, member')}, ${each('token', 'generate, list, revoke')}
        ${each('bot', 'list, create, update, enable, disable, assign')}, ${each('webhook', 'list, show, create-incoming, create-outgoing, modify-incoming, modify-outgoing, delete')}, ${each('command', 'list, show, create, modify, move, archive, delete')}
        ${each('config', 'get, set, edit, reset, reload, show, patch, migrate, subpath, export')}, ${each('plugin', 'list, add, install-url, enable, disable, delete, marketplace list, marketplace install')}, ${each('system', 'getbusy, setbusy, clearbusy, status, version, supportpacket')}
        ${each('auth', 'login, list, current, set, delete, renew, clean')}, ${each('import, export', 'list, create, delete, download, upload, process, validate, job list, job show, job cancel, generate-presigned-url')}, ${each('license', 'upload, upload-string, remove, get')}
        ${each('group', 'list-ldap, channel enable, channel disable, channel list, team enable, team disable, team list, channel status, team status, user restore')}, ${each('integrity, logs, version, websocket, docs, completion, saml, ldap, extract, job, oauth', 'sync, idmigrate, list, run, update, auth-data-reset')}, ${each('sampledata', 'run')}, ${each('compliance-export', 'list, create, show, cancel, download')}
      `,
    }),
    synadm: commandTree({
      source: 'synadm 0.46, https://synadm.readthedocs.io',
      options:
        '-v --verbose, -o --output =text, -c --config-file =text, -h --help, --non-interactive, --batch, -p --password =text, -n --display-name =text, -a --admin, -u --user-id =text, -m --mxid =text, -r --room-id =text, -d --before-days =text, -k --keep-profiles, -s --media-id =text',
      commands: `
        ${each('user', 'list, search, details, deactivate, password, modify, membership, redact, redact-status, shadow-ban, login, whois, media, prune-devices, auth-providers, 3pid, mxid')}
        ${each('room', 'list, details, members, state, delete, delete-status, make-admin, join, block, block-status, power-levels, search, resolve')}, ${each('media', 'list, quarantine, protect, delete, purge, unprotect')}
        ${each('history', 'purge, purge-status')}, ${each('group', 'delete')}, ${each('regtok', 'list, details, new, update, delete')}, ${each('notice', 'send')}, ${each('matrix', 'raw, login, user-details')}, config, version
      `,
    }),
    twilio: {
      anyOption: true,
      operands: 'text*',
      source: 'twilio 5, https://www.twilio.com/docs/twilio-cli',
      options:
        '-p --profile =text, -l =text, -o =text, --from =text, --to =text, --body =text, --sid =text, --subject =text, --text =text, --properties =text, -h --help, --limit =text',
    },
    'telegram-send': {
      anyOption: true,
      operands: 'text*',
      options:
        '--format =text, --conf --config =text, -f --file =text, -i --image =text, --caption =text, --configure, --configure-channel, --configure-group, --clean, -h --help, --version, --timeout =text, -g --global-config',
    },
  };
}

/** Clients of monitoring, of payments, and of what sends to people. */
export const OPERATIONS = family(
  `dog newrelic grafana-cli grafana grafanactl grr mimirtool amtool promtool thanos logcli splunk pd sentry-cli sensuctl checkly monaco axiom stripe bitcoin-cli lncli himalaya doveadm
   signal-cli mmctl synadm twilio telegram-send`,
  () => ({ ...monitoring(), ...payments(), ...messaging() }),
);
