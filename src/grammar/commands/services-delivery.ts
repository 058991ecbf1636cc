// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { each } from '../command-paths.ts';
import { commandTree } from '../command-tree.ts';
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

const FASTLY_NOUNS = `
  acl, acl-entry, backend, config-store, config-store-entry, dictionary, dictionary-entry, domain, domain-v1, healthcheck, ip-list, kv-store
  kv-store-entry, object-storage access-keys, rate-limit, resource-link, secret-store, secret-store-entry, service, service-auth, service-version
  tls-config, tls-custom activation, tls-custom certificate, tls-custom domain, tls-custom private-key, tls-platform, tls-subscription
  user, vcl custom, vcl snippet, vcl condition, auth-token, product, alerts, dashboard, logging s3, logging bigquery, logging datadog, logging gcs
  logging splunk, logging syslog, logging https, logging kafka, logging newrelic, logging papertrail
`;
const FASTLY_VERBS = 'list, describe, get, create, update, delete, search';

function edge(): Readonly<Record<string, Grammar>> {
  return {
    fastly: commandTree({
      source: 'fastly 10.17, https://www.fastly.com/documentation/reference/cli/',
      options: `
        -s --service-id =text, --service-name =text, --version =text, -t --token =text, -o --profile =text, -n --name =text, -j --json, -v --verbose
        -y --auto-yes, -i --non-interactive, -q --quiet, -d --accept-defaults, --comment =text, -k --key =text, --id =text, --store-id =text
        --url =text, --file =text, -f --dir =text, --status-check-path =text, --package =text, -h --help, --value =text, --address =text
        --acl-id =text, --dictionary-id =text, --api =text, --account =text, -e --env =text
      `,
      commands: `
        ${each(FASTLY_NOUNS, FASTLY_VERBS)}, ${each('service', FASTLY_VERBS)}
        purge, service purge, service-version activate, service-version deactivate, service-version stage, service-version unstage
        service-version lock, service-version clone, ${each('service version', 'activate, deactivate, stage, unstage, lock, clone, list')}
        compute init, compute build, compute serve, compute validate, compute pack, compute deploy, compute publish, compute update
        compute hash-files, compute metadata, compute hashsum, profile create, profile delete, profile list, profile switch, profile token, profile update
        log-tail, stats historical, stats realtime, stats regions, pops, ip-list, whoami, update, version, auth-token describe, install, products
        ${each('service backend, service domain, service acl, service healthcheck, service vcl snippet, service vcl custom', FASTLY_VERBS)}
      `,
    }),
    akamai: commandTree({
      source: 'akamai 2.0, https://techdocs.akamai.com/developer/docs/cli',
      options: `
        --edgerc =text, -e, --section =text, -s, --accountkey =text, --account-key =text, -p --property =text, -n --network =text, --format =text
        --cpcode =text, --tag =text, --file =text, --propver =text, -c --contract =text, -g --group =text, --email =text, --message =text, -h --help
        --config =text, --version =text, --note =text, --notes =text
      `,
      commands: `
        install, list, search, update, upgrade, uninstall, help, config list, config get, config set, config unset
        ${each('purge', 'invalidate, delete')}
        ${each(
          'property-manager, property, pm, pl, pd, snippets, pipeline',
          'activate, deactivate, delete, delete-property, lp, list-properties, lg, lc, new-property, show-property, get-property, validate, merge, save, promote, check-activation-status, show-ruletree, srt, retrieve, search, lv, lpr, cv, hv, modify, create',
        )}
        ${each('edgeworkers', 'activate, deactivate, delete-id, delete-version, list-ids, list-versions, register, upload, status, validate, create-auth-token, auth')}
        ${each('edgekv', 'write, read, delete, list, init, create')}
        ${each('dns', 'list-recordsets, retrieve-recordset, update-recordset, create-recordset, delete-recordset, list-zoneconfig, create-zoneconfig, update-zoneconfig, delete-zoneconfig, submit-bulkzones, list-zones, retrieve-zone, create-zone, update-zone, delete-zone, rm-record')}
        ${each('gtm', 'query-status, update-datacenter, update-property, delete-domain, list-domains')}
        ${each('appsec', 'configs, versions, activate, activation, export, create, modify-hosts, delete-version, clone, policies, status')}
        ${each('cloudlets', 'list, activate, deactivate, update, retrieve, create-policy, clone, delete, cloudlets, policies')}
        ${each('netstorage, object-storage, image-manager, visitor-prioritization, eaa, etp, firewall, cps', 'list, delete, activate, remove, upload, setup, create, update, add, cancel, retrieve, retrieve-enrollment, proceed, search, status')}
      `,
    }),
    flarectl: commandTree({
      source: 'flarectl, https://github.com/cloudflare/cloudflare-go/tree/v0/cmd/flarectl',
      options:
        '--zone =text, --account-id =text, --json, --id =text, --name =text, --content =text, --type =text, --value =text, --mode =text, --notes =text, -h --help, --files =text, --tags =text, --hosts =text, --prefixes =text, --ttl =text',
      commands: `
        ips, ${each('user', 'info, update')}, ${each('dns', 'list, create, create-or-update, update, delete')}
        ${each('zone', 'list, create, delete, check, info, lockdown, plan, settings, purge, dns, railgun, certs, keyless, export')}
        ${each('firewall, firewall rules', 'list, create, update, create-or-update, delete')}, ${each('user-agents', 'list, create, update, delete')}
        ${each('pagerules', 'list')}, ${each('origin-ca-root-cert', 'ecc, rsa')}, railgun
      `,
    }),
    cloudflared: commandTree({
      source: 'cloudflared 2025, https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/',
      options: `
        --config =text, --url =text, --hostname =text, --loglevel =text, --logfile =text, --credentials-file =text, --origincert =text, --token =text
        --protocol =text, --metrics =text, --edge-ip-version =text, --name =text, -o --output =text, -h --help, -f --force, --app =text
      `,
      commands: `
        ${each('tunnel', 'list, ls, info, create, delete, cleanup, run, token, login, ready, diag, vnet, ingress validate, ingress rule')}
        ${each('tunnel route', 'dns, lb, ip add, ip delete, ip show, ip get')}
        ${each('tunnel vnet', 'add, list, delete, update')}, ${each('access', 'login, curl, token, tcp, ssh, ssh-config, ssh-gen')}
        update, version, service install, service uninstall, tail, proxy-dns, help
      `,
    }),
    varnishadm: commandTree({
      source: 'varnishadm(1) 7.5',
      options: '-n =text, -S =text, -T =text, -t =text, -p, -h',
      commands: `
        ban, ban.list, stop, start, status, ping, banner, help, backend.list, backend.set_health, param.show, param.set, param.reset, vcl.list, vcl.load
        vcl.inline, vcl.use, vcl.discard, vcl.show, vcl.state, vcl.label, vcl.deps, storage.list, panic.show, panic.clear, pid, tls.cert.list
      `,
    }),
  };
}

const RESOURCES = `
  apis, apicategories, apidocs, apps, appgroups, developers, products, envs, environments, envgroups, environmentgroups, organizations, keyvaluemaps, eckeys, flowhooks, keystores, keyaliases, kvms, orgs
  references, resources, sharedflows, sites, sync, targetservers, datacollectors, datastores, instances, endpoints, securityprofiles, reports
`;

function gateways(): Readonly<Record<string, Grammar>> {
  return {
    deck: commandTree({
      source: 'deck 1.44, https://developer.konghq.com/deck/',
      options: `
        --kong-addr =text, --konnect-addr =text, --konnect-control-plane-name =text, --konnect-runtime-group-name =text, --konnect-token =text
        --konnect-token-file =text, --headers =text, --config =text, --ca-cert =text, --ca-cert-file =text, --tls-server-name =text, --timeout =text
        --analytics, --verbose =text, -s --state =text, -w --workspace =text, --select-tag =text, --parallelism =text, -o --output-file =text
        --format =text, -f --force, -h --help, --yes
      `,
      commands: `
        sync, reset, dump, diff, ping, validate, convert, version, completion
        ${each('gateway', 'sync, reset, apply, dump, diff, ping, validate')}
        ${each('file', 'openapi2kong, merge, lint, patch, add-tags, remove-tags, list-tags, add-plugins, namespace, render, validate, convert, kong2kic, kong2tf, openapi2mcp')}
      `,
    }),
    kong: commandTree({
      source: 'kong 3.9, https://developer.konghq.com/gateway/cli/reference/',
      options:
        '-c --conf =text, -p --prefix =text, --nginx-conf =text, --db-timeout =text, --lock-timeout =text, --v, --vv, -y --yes, -f --force, -q --quiet, -t --timeout =text, -h --help',
      commands: `
        ${each('migrations', 'bootstrap, up, finish, list, reset, down, status, migrate-community-to-enterprise, reinitialize-workspace-entity-counters')}
        ${each('config', 'init, db_import, db_export, parse')}, ${each('vault', 'get')}, check, health, hybrid, prepare, quit, reload, restart, start, stop, version, runner, debug
      `,
    }),
    kongctl: commandTree({
      source: 'kongctl, https://developer.konghq.com/kongctl/',
      options:
        '-f --filename =text, -o --output =text, --plan =text, -p --profile =text, --pat =text, --auto-approve, --dry-run, -h --help, --mode =text, -R --recursive',
      commands: 'apply, sync, delete, plan, diff, get, list, dump, adopt, create, login, logout, version',
    }),
    apigeecli: commandTree({
      source: 'apigeecli 2, https://github.com/apigee/apigeecli',
      options: `
        -o --org =text, -e --env =text, -t --token =text, -a --account =text, -n --name =text, -r --region =text, -v --rev =text, --api =text
        -p --proxy =text, -f --file =text, --default-token, --metadata-token, -k --key =text, -m --map =text, -h --help, -i --id =text, -l --level =text
        --prod =text, --email =text, --member-name =text, -c --conn =text, --report =text
      `,
      commands: `
        ${each(RESOURCES, 'list, get, create, update, delete, deploy, undeploy, export, import, fetch, clean, clone, listdeploy, revisions list, revisions get')}
        ${each('apps', 'genkey, keys create, keys delete, keys get, manage')}, ${each('apis', 'trace create, trace get, kvms create, kvms list, kvms delete, create bundle')}
        ${each('kvms entries', 'list, get, create, update, delete, export, import')}, ${each('envs', 'attach, detach, setsync, ax, iam get, iam setax, iam setdeploy, iam setsync, iam test, iam setcustom, iam removerole, deployments get, archives')}
        ${each('token', 'gen, cache, getmetadata')}, ${each('orgs', 'export, import, setmart, setaddons, create, get, delete, deployments get')}, ${each('cache', 'list, delete')}
        ${each('appkeys', 'list, create, delete, approve, revoke')}, prefs set, prefs get, ops list, ops get, iam createall, iam createax
      `,
    }),
    'tyk-sync': commandTree({
      source: 'tyk-sync 2.1, https://tyk.io/docs/tyk-sync/',
      options:
        '-d --dashboard =text, -g --gateway =text, -s --secret =text, -o --org =text, -t --target =text, -p --path =text, -b --branch =text, -k --key =text, -h --help',
      commands: 'sync, publish, update, dump, reset, examples list, examples show, examples publish, version',
    }),
    apictl: commandTree({
      source: 'apictl 4.5, https://apim.docs.wso2.com/en/latest/reference/apictl/',
      options:
        '-e --environment =text, -n --name =text, -v --version =text, -r --provider =text, -k --insecure, -u --username =text, -p --password =text, -f --file =text, -a --action =text, -o --owner =text, -h --help, --rev =text',
      commands: `
        ${each('get', 'apis, api-products, apps, envs, keys, api-revisions, api-logging, policies, correlation-logging')}
        ${each('delete', 'api, api-product, app, policy rate-limiting, policy api')}, ${each('import, export', 'api, apis, api-product, app, apps, policy rate-limiting, policy api')}
        ${each('change-status', 'api, api-product')}, ${each('undeploy, deploy', 'api, api-product')}, ${each('vcs', 'init, status, deploy')}
        ${each('mi', 'get, delete, add, update, activate, deactivate, login, logout')}, login, logout, init, add env, remove env, set, version, bundle, ai, aws init
      `,
    }),
    'anypoint-cli-v4': { anyOption: true, operands: 'text*' },
    glooctl: commandTree({
      source: 'glooctl 1.18, https://docs.solo.io/gloo-edge/latest/reference/cli/',
      options:
        '-n --namespace =text, -o --output =text, --name =text, -c --config =text, -k --kube-context =text, -f --file =text, -i --interactive, --dry-run, -h --help, --path-prefix =text',
      commands:
        'get, delete, create, edit, add route, remove route, install gateway, install knative, uninstall, upgrade, check, check-crds, debug, proxy url, proxy dump, dashboard, version, route sort',
    }),
  };
}

function flags(): Readonly<Record<string, Grammar>> {
  return {
    ldcli: commandTree({
      source: 'ldcli 1.14, https://docs.launchdarkly.com/home/getting-started/ldcli-commands',
      options: `
        --access-token =text, --base-uri =text, -o --output =text, --analytics-opt-out, --flag =text, --project =text, --environment =text
        -d --data =text, --semantic-patch, -h --help, --segment =text, --email =text, -e --emails =text, -r --role =text, --key =text, --id =text
        --team =text, --token =text, --webhook =text, --port =text, --source =text, --context =text, --name =text
      `,
      commands: `
        ${each('flags', 'list, get, create, update, archive, delete, toggle-on, toggle-off, copy, get-status')}
        ${each('environments', 'list, get, create, update, delete, reset-sdk-key, reset-mobile-key')}
        ${each('projects, segments, members, teams, custom-roles, webhooks, access-tokens, tokens, metrics, experiments, relay-proxy-configs, release-pipelines, destinations, flag-triggers, workflows, approval-requests, integration-audit-log-subscriptions, contexts', 'list, get, create, update, delete, reset, invite, patch, apply')}
        ${each('dev-server', 'start, add-project, remove-project, list-projects, get-project, sync-project, add-override, remove-override, remove-overrides, update-project, ui, import-project')}
        config, login, setup, completion, sourcemaps upload
      `,
    }),
    flipt: commandTree({
      source: 'flipt 1.50, https://docs.flipt.io/v1/cli/overview',
      options:
        '--config =text, -a --address =text, -t --token =text, -n --namespace =text, --namespaces =text, -o --output =text, --drop, --skip-existing, --stdin, --all-namespaces, -d --work-dir =text, -h --help, -e --extra-path =text, -r --entity-id =text, -f --flag =text, --database =text',
      commands:
        'export, import, migrate, validate, evaluate, config init, config edit, server, bundle build, bundle list, bundle push, bundle pull, cloud login, cloud logout, cloud serve, completion, quickstart',
    }),
    configcat: commandTree({
      source: 'configcat 2, https://configcat.com/docs/advanced/cli/reference/',
      options: `
        --product-id =text, -p, -o --organization-id =text, -c --config-id =text, -e --environment-id =text, -i --flag-id =text, --tag-id =text
        -n --name =text, --sdk-key =text, -t --type =text, -fv --flag-value =text, -sr --segment-id =text, -v --verbose, -h --help, -ni --non-interactive
        -f --file =text, -r --reason =text
      `,
      commands: `
        ${each('product, config, environment, segment, tag, flag, flag-v2, webhook, permission-group, member, organization, workspace', 'ls, create, rm, update, attach, detach, add-user, invite, show, init, unset')}
        ${each('flag value, flag-v2 value', 'show, set, update')}, ${each('flag targeting, flag percentage, flag-v2 targeting, flag-v2 targeting rule, flag-v2 targeting rule update-served-value', 'create, rm, update, move, set, clear, attach, detach')}
        setup, scan, ls, cat, eval, config-json convert, config-json get, sdk-key
      `,
    }),
    growthbook: commandTree({
      source: 'growthbook 0.2, https://github.com/growthbook/growthbook-cli',
      options:
        '-k --apiBaseUrl =text, -p --profile =text, -e --environment =text, -r --reason =text, --output =text, -h --help',
      commands:
        'auth login, features list, features get, features toggle, features generate-types, keys list, metrics list, metrics get, dimensions list, projects list, experiments list',
    }),
  };
}

const RUNS =
  'list, ls, describe, desc, logs, delete, rm, cancel, start, export, sign, verify-signature, sign-verify, test';

function ci(): Readonly<Record<string, Grammar>> {
  const DRONE = commandTree({
    source: 'drone 1.8, https://docs.drone.io/cli/; woodpecker-cli 3, https://woodpecker-ci.org/docs/cli',
    options: `
      -t --token =text, -s --server =text, --autoscaler =text, --name =text, --data =text, --repository =text, --repo =text, --organization =text
      --event =text, -p --param =text, --branch =text, --format =text, -h --help, --visibility =text, --timeout =text, --config =text, --image =text
      --value =text, --allow-pull-request, --secret-file =text, --login =text, --log-level =text, --hostname =text, --username =text, --password =text
    `,
    commands: `
      ${each('repo', 'ls, info, show, enable, add, disable, rm, remove, update, repair, chown, sync')}, ${each('secret, orgsecret', 'ls, info, show, add, create, update, rm, remove, list')}
      ${each('repo secret, repo registry, repo cron, admin secret, admin registry, org secret, org registry', 'ls, show, add, create, update, rm')}
      ${each('build, pipeline', 'ls, last, info, show, logs, create, start, stop, restart, approve, decline, promote, rollback, queue, ps, kill, deploy, purge')}
      ${each('user, admin user', 'ls, info, show, add, update, rm, remove, block, unblock')}, ${each('server', 'ls, info, create, destroy, env, open, pause, resume')}
      ${each('log, admin log, pipeline log', 'view, purge, level')}, ${each('queue', 'pause, resume, ls')}, ${each('cron', 'ls, info, add, update, rm, enable, disable, exec')}
      ${each('template', 'ls, info, add, update, rm')}, exec, lint, sign, jsonnet, starlark, encrypt, fmt, convert, info, plugins, deploy
      ${each('registry', 'ls, info, add, update, rm')}
    `,
  });
  return {
    circleci: commandTree({
      source: 'circleci 0.1, https://circleci-public.github.io/circleci-cli/',
      options: `
        --host =text, --token =text, --endpoint =text, --skip-update-check, --org-id =text, --owner-id =text, --context =text, -c --config =text
        --pipeline-parameters =text, --org-slug =text, -h --help, --project-id =text, --name =text, --no-prompt, --integration-testing, -o =text
        --enabled =text, --policy-base-url =text, --input =text, --branch =text
      `,
      commands: `
        ${each('context', 'list, show, create, delete, store-secret, remove-secret, restrict')}, ${each('context project-restriction', 'list, create, delete')}
        ${each('orb', 'list, info, source, validate, process, create, publish, unlist, add-to-category, remove-from-category, list-categories, init, pack, diff')}
        ${each('orb publish', 'increment, promote')}, ${each('namespace', 'create, rename, delete-alias')}, ${each('config', 'validate, process, pack, migrate, generate')}
        ${each('runner', 'instance list, token create, token delete, token list, resource-class create, resource-class delete, resource-class list')}
        ${each('policy', 'push, diff, fetch, decide, eval, logs, settings, test')}, ${each('project', 'create, secret create, secret list, secret delete, dlc purge, list')}
        ${each('pipeline', 'create, run, list')}, ${each('trigger', 'create')}, ${each('admin', 'import-orb, rename-namespace, delete-namespace-alias')}
        ${each('dlc', 'purge')}, local execute, setup, diagnostic, open, follow, version, update, info org, tests glob, tests split, env subst, telemetry enable, telemetry disable
      `,
    }),
    'gitlab-runner': commandTree({
      source: 'gitlab-runner 17, https://docs.gitlab.com/runner/commands/',
      options: `
        -c --config =text, --log-level =text, --log-format =text, -n --name =text, -u --url =text, -t --token =text, --registration-token =text, --executor =text
        --description =text, --tag-list =text, --docker-image =text, -s --service =text, --syslog, --user =text, --working-directory =text, --delete, --all-runners
        --non-interactive, -h --help, --debug, --template-config =text
      `,
      commands: `
        register, list, verify, unregister, run, run-single, install, uninstall, start, stop, restart, status, exec docker, exec shell, reset-token
        artifacts-downloader, artifacts-uploader, cache-archiver, cache-extractor, fleeting install, fleeting list, steps, health-check, wrapper
      `,
    }),
    travis: commandTree({
      source: 'travis.rb 1.14, https://github.com/travis-ci/travis.rb',
      options:
        '-r --repo =text, -R =text, -t --token =text, -e --api-endpoint =text, -I, -E, --pro, --com, --org, --staging, -X =text, -b --branch =text, -m --match =text, --delete, -h --help, -i, -d, -f --force, -P --public, -p --private, -D, -l =text, --set =text, -a =text',
      commands: `
        ${each('env', 'list, set, unset, clear, copy')}, accounts, branches, cache, cancel, console, disable, enable, encrypt, encrypt-file, endpoint, help, history, init, lint
        login, logout, logs, monitor, open, pubkey, raw, regenerate-token, remove-token, report, repos, requests, restart, settings, setup, show, sshkey, status, sync, token
        version, whatsup, whoami
      `,
    }),
    drone: DRONE,
    'woodpecker-cli': DRONE,
    'buildkite-agent': commandTree({
      source: 'buildkite-agent 3.90, https://buildkite.com/docs/agent/v3/cli',
      options:
        '--agent-access-token =text, --endpoint =text, --job =text, --build =text, --format =text, --context =text, --style =text, --token =text, --name =text, --tags =text, --audience =text, --lifetime =text, --step =text, --destination =text, -h --help, --log-level =text, --branch =text, --attribute =text, --priority =text',
      commands: `
        start, stop, pause, resume, annotate, annotation remove, artifact upload, artifact download, artifact search, artifact shasum, build cancel, job update, meta-data get
        meta-data set, meta-data exists, meta-data keys, oidc request-token, pipeline upload, secret get, step get, step update, step cancel, redactor add, env dump, env get
        env set, env unset, lock acquire, lock release, lock do, lock done, lock get, tool keygen, tool sign, bootstrap, acknowledgements, git-credentials-helper
      `,
    }),
    bk: commandTree({
      source: 'bk 3.7, https://buildkite.com/docs/platform/cli',
      options:
        '-p --pipeline =text, -b --branch =text, -c --commit =text, -m --message =text, -o --output =text, -y --yes, -e --env =text, -M --metadata =text, -h --help, --force, --org =text, --cluster-id =text, --secret-id =text, --cluster-uuid =text, --key =text, --value =text, -w --web, -X --method =text, -d --data =text',
      commands: `
        ${each('agent', 'list, stop, view, pause, resume')}, ${each('build', 'list, new, create, view, rebuild, cancel, download, watch')}, ${each('job', 'list, log, unblock, retry, cancel, reprioritize')}
        ${each('pipeline', 'list, create, copy, view, validate, migrate, delete')}, ${each('cluster', 'list, view, create, update, delete')}, ${each('secret', 'list, get, create, update, delete')}
        ${each('artifacts', 'list, download')}, ${each('package', 'push, delete')}, ${each('user', 'invite')}, api, configure, init, use, whoami, version, prompt
      `,
    }),
    tkn: commandTree({
      source: 'tkn 0.39, https://tekton.dev/docs/cli/',
      options: `
        -n --namespace =text, -c --context =text, -k --kubeconfig =text, -C --no-color, -o --output =text, --keep =text, --keep-since =text, --label =text
        -f --force, --all, -h --help, --dry-run, -p --param =text, -w --workspace =text, -s --serviceaccount =text, --last, -L, --prs, --trs, --from =text
        --to =text, --version =text, --pipeline =text, --task =text, -i --image =text, --api-location =text, --limit =text, --clustertask =text
      `,
      commands: `
        ${each('pipeline, pipelines, p, pipelinerun, pipelineruns, pr, task, tasks, t, taskrun, taskruns, tr, clustertask, ct, customrun, cr, triggertemplate, tt, triggerbinding, tb, clustertriggerbinding, ctb, eventlistener, el, resource, condition', RUNS)}
        ${each('hub', 'get, info, install, reinstall, upgrade, downgrade, search, check-upgrade')}, ${each('bundle', 'list, push')}, ${each('chain', 'attestation, payload, signature')}, version, completion
      `,
    }),
    argo: commandTree({
      source: 'argo 3.6, https://argo-workflows.readthedocs.io/en/latest/cli/argo/',
      options: `
        -n --namespace =text, -A, --context =text, --kubeconfig =text, -s --argo-server =text, -l --selector =text, --field-selector =text, --older =text
        --older-than =text, --prefix =text, --status =text, --completed, --resubmitted, --all, --force, --dry-run, -o --output =text, -p --parameter =text
        -f --parameter-file =text, --from =text, --name =text, --generate-name =text, --instanceid =text, --token =text, -h --help, --serviceaccount =text
        --as =text, --cluster =text, --gloglevel =text, --loglevel =text, --node-field-selector =text, --message =text, --labels =text, --auth-mode =text
      `,
      commands: `
        list, get, logs, lint, watch, wait, submit, resubmit, retry, resume, suspend, stop, terminate, delete, cp, node, server, version, completion, auth token
        executor-plugin build, sync, ${each('cron', 'list, get, lint, create, update, delete, suspend, resume, backfill')}
        ${each('template, cluster-template', 'list, get, lint, create, update, delete')}, ${each('archive', 'list, get, delete, resubmit, retry, list-label-keys, list-label-values')}
      `,
    }),
  };
}

/** Clients of content delivery networks, API gateways, feature flags and continuous integration. */
export const DELIVERY = family(
  `fastly akamai flarectl cloudflared varnishadm deck kong kongctl apigeecli tyk-sync apictl anypoint-cli-v4 glooctl ldcli flipt configcat growthbook
   circleci gitlab-runner travis drone woodpecker-cli buildkite-agent bk tkn argo`,
  () => ({ ...edge(), ...gateways(), ...flags(), ...ci() }),
);
