// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { commandTree } from '../command-tree.ts';
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

/**
 * A client of which rules name words, not places: its options alone are listed, so that no value is taken for such a word. The others may be
 * files that leave this machine.
 */
const client = (source: string, options: string): Grammar => ({
  ...commandTree({ source, options, commands: '' }),
  operands: 'path*',
});

function brokers(): Readonly<Record<string, Grammar>> {
  const PULSAR = `
    clusters list|get|create|update|delete|delete-failure-domain|list-failure-domains, tenants list|get|create|update|delete
    namespaces list|topics|policies|create|delete|permissions|grant-permission|revoke-permission|grant-subscription-permission
    namespaces revoke-subscription-permission|clear-backlog|unsubscribe|unload|set-retention|get-retention|remove-retention|set-message-ttl
    namespaces get-message-ttl|set-backlog-quota|get-backlog-quotas|delete-bookie-affinity-group
    topics|persistent list|list-partitioned-topics|create|create-partitioned-topic|stats|stats-internal|partitioned-stats|info-internal|peek-messages
    topics|persistent permissions|grant-permission|grant-permissions|revoke-permission|delete|delete-partitioned-topic|truncate|terminate
    topics|persistent partitioned-terminate|clear-backlog|skip|skip-all|unsubscribe|reset-cursor|expire-messages|expire-messages-all-subscriptions
    topics trim-topic|unload|set-retention|get-retention|remove-retention|set-message-ttl|get-message-ttl|subscriptions|lookup|last-message-id|offload|compact
    schemas get|upload|delete|extract, functions|sinks|sources list|get|status|create|update|delete|start|stop|restart|localrun|stats
    packages list|upload|download|delete
    brokers list|healthcheck|get-all-dynamic-config|update-dynamic-config|delete-dynamic-config|shutdown
    bookies racks-placement|get-bookie-rack|set-bookie-rack|delete-bookie-rack, ns-isolation-policy list|get|set|delete
    resourcegroups list|get|create|delete, tokens create|validate|show|create-secret-key|create-key-pair, broker-stats, proxy-stats
    resource-quotas
  `;

  return {
    rpk: commandTree({
      source: 'rpk 25, https://docs.redpanda.com/current/reference/rpk/',
      options: `
          --config =path, -X --config-opt =text, --profile =text, -v --verbose, --brokers =text, --user =text, --password =text, --help
          --format =text
        `,
      commands: `
        topic list|create|delete|describe|consume|produce|add-partitions|alter-config|trim-prefix|describe-storage|analyze
        group list|describe|delete|offset-delete|seek, acl list|create|delete, acl user list|create|delete, security acl list|create|delete
        security user list|create|delete|update, security role list|create|delete|assign|unassign|describe
        security secret list|create|update|delete, registry schema|subject list|get|create|delete|check-compatibility
        cloud cluster|namespace list|create|delete|select|use, cloud login|logout|auth
        cluster info|health|metadata|logdirs|config|license|partitions|storage|txn|self-test|quotas
        cluster maintenance enable|disable|status, cluster storage restore|list-mount|mount, cluster connections list|kill
        transform list|build|deploy|delete|init|logs|pause, connect pipeline list|delete|start|stop, connect run|lint
        container start|stop|status|purge, redpanda admin brokers list|decommission|decommission-status|recommission
        redpanda start|stop|tune|mode|config, shadow create|list|delete|failover|status, profile list|create|use|delete|print, version
        debug bundle|info, generate, iotune, plugin
      `,
    }),
    nats: commandTree({
      source: 'nats 0.2, https://docs.nats.io/using-nats/nats-tools/nats_cli',
      options: `
        -s --server =text, --user =text, --password =text, --creds =path, --nkey =path, --tlscert =path, --tlskey =path, --tlsca =path
        --context =text, --timeout =text, --socks-proxy =text, --js-api-prefix =text, --js-domain =text, --inbox-prefix =text, --trace
        --help, -f --force
      `,
      commands: `
        stream|str|s ls|list|info|report|find|state|subjects|add|edit|cp|copy|rm|del|delete|purge|rmm|seal|get|view|backup|restore|graph|gaps
        stream cluster peer-remove|step-down, consumer|con ls|list|info|add|edit|rm|del|delete|next|report|pause|resume
        kv ls|get|put|add|create|update|del|delete|rm|purge|history|info|watch|status|compact|revert
        object|obj ls|get|put|add|del|delete|rm|info|watch|seal, account info|report|backup|restore|tls, server account info|purge
        server cluster peer-remove|step-down, server raft peer-remove|step-down
        server ls|list|info|ping|report|check|request|watch|graph|mkpasswd|config|run, server request kick
        auth operator|account|user ls|list|info|add|edit|rm|delete|push|credential|credentials, auth account keys ls|add|rm, pub, sub, req
        request, reply, bench, context ls|save|select|info|rm|add, rtt, latency, events, micro, service, schema, traffic, errors, cheat
      `,
    }),
    nsc: commandTree({
      source: 'nsc 2, https://docs.nats.io/using-nats/nats-tools/nsc',
      options: `
          -a --account =text, -n --name =text, -i --interactive, -d --data-dir =path, --help, -K --private-key =text, --config-dir =path
          --keystore-dir =path
        `,
      commands: `
        add|edit|delete operator|account|user|import|export|mapping|signing-key, describe operator|account|user|jwt
        list accounts|users|operators|keys|imports|exports, revocations add-user|add_user|add-activation|list-users|delete-user
        generate creds|nkey|activation|config|profile|diagram, export keys|operator|account, import keys|user, push, pull, env, init
        validate, fix, tool, reissue operator, memresolver, load, update, sub, pub, rtt, restore
      `,
    }),
    'pulsar-admin': commandTree({
      source: 'pulsar-admin 4.0, https://pulsar.apache.org/reference/#/4.0.x/pulsar-admin/',
      options: `
          --admin-url =text, --auth-plugin =text, --auth-params =text, --request-timeout =text, --tls-trust-cert-path =path, --help
        `,
      commands: PULSAR,
    }),
    pulsar: commandTree({
      source: 'pulsar 4.0, https://pulsar.apache.org/reference/#/4.0.x/pulsar/',
      options: '--help, -c --conf =path',
      commands:
        'tokens create|validate|show|create-secret-key|create-key-pair, standalone, broker, bookie, zookeeper, version',
    }),
    rabbitmqctl: client(
      'rabbitmqctl(8) 4.0',
      `
        -n --node =text, -p --vhost =text, -t --timeout =text, -l --longnames, -q --quiet, -s --silent, --formatter =text, --dry-run, --help
      `,
    ),
    rabbitmqadmin: client(
      'rabbitmqadmin 4.0, https://www.rabbitmq.com/docs/management-cli',
      `
        -H --host =text, -P --port =text, -V --vhost =text, -u --username =text, -p --password =text, -c --config =path, -N --node =text
        -f --format =text, -s --ssl, -k, -q --quiet, --help, --name =text
      `,
    ),
    celery: client(
      'celery 5.5, https://docs.celeryq.dev/en/stable/reference/cli.html',
      `
        -A --app =text, -b --broker =text, --result-backend =text, --loader =text, --config =text, --workdir =path, -Q --queues =text
        -X --exclude-queues =text, -n --hostname =text, -l --loglevel =text, -c --concurrency =text, -P --pool =text, -f --force, --help
        -d --destination =text
      `,
    ),
    confluent: client(
      'confluent 4, https://docs.confluent.io/confluent-cli/current/',
      `
        --environment =text, --cluster =text, --context =text, --resource =text, --description =text, -o --output =text, --help
        -v --verbose, --topic =text, --subject =text, --service-account =text
      `,
    ),
  };
}

function searchAndData(): Readonly<Record<string, Grammar>> {
  return {
    algolia: commandTree({
      source: 'algolia 1.6, https://www.algolia.com/doc/tools/cli/commands/algolia',
      options: `
          -p --profile =text, --application-id =text, --api-key =text, --admin-api-key =text, --help, -o --output =text, -y --confirm
          --query =text
        `,
      commands: `
        indices|index list|delete|clear|copy|move|analyze|config, objects|records browse|import|update|delete|operations
        rules|synonyms browse|import|save|delete, settings get|set|import, search, apikeys|api-keys list|get|create|delete
        dictionary entries browse|import|clear|delete, dictionary clear, dictionary settings get|set
        crawler list|get|run|crawl|pause|unblock|create|reindex|stats|test, profile list|add|remove|setdefault
        application delete|list|create, compositions list|delete, describe, open, events tail
      `,
    }),
    snow: commandTree({
      source: 'snow 3, https://docs.snowflake.com/en/developer-guide/snowflake-cli/command-reference/overview',
      options: `
          -c --connection =text, --account =text, --user =text, --password =text, --database =text, --schema =text, --role =text
          --warehouse =text, --format =text, -q --query =text, --help
        `,
      commands: `
        object list|describe|create|drop, snowpark build|deploy|list|describe|drop|execute|replace
        streamlit list|deploy|drop|describe|share|get-url, app run|deploy|teardown|init|open|validate|diff|bundle|events|publish
        app version list|create|drop, app release-directive list|set|unset, git list|drop|fetch|setup|copy|execute
        spcs service|compute-pool|image-repository list|create|drop|stop-all|suspend|resume|status|logs|describe|deploy|upgrade
        stage list|list-files|copy|create|drop|remove|execute|describe|diff, dbt list|deploy|execute|drop
        notebook create|execute|drop|open|get-url, dcm list|drop|deploy|plan, connection list|add|test|remove|set-default, sql, cortex, logs
        init, helpers
      `,
    }),
    influx: client(
      'influx 2.7, https://docs.influxdata.com/influxdb/v2/reference/cli/influx/',
      `
        --host =text, -t --token =text, -c --active-config =text, --configs-path =path, -o --org =text, --org-id =text, -b --bucket =text
        -n --name =text, -i --id =text, -r --retention =text, -f --file =path, --help, --start =text, --stop =text, -p --predicate =text
        -d --description =text, --skip-verify, --http-debug, --json
      `,
    ),
    etcdctl: client(
      'etcdctl 3.6, https://etcd.io/docs/latest/op-guide/maintenance/',
      `
        --endpoints =text, --cacert =path, --cert =path, --key =path, --user =text, --password =text, -w --write-out =text
        --dial-timeout =text, --command-timeout =text, --debug, --discovery-srv =text, --help, --prefix, --from-key, --data-dir =path
      `,
    ),
    nodetool: client(
      'nodetool 5.0, https://cassandra.apache.org/doc/latest/cassandra/managing/tools/nodetool/nodetool.html',
      '-h --host =text, -p --port =text, -u --username =text, -pw --password =text, -pwf --password-file =path, -pp --print-port',
    ),
  };
}

function copies(): Readonly<Record<string, Grammar>> {
  const RCLONE = `
    --config =path, --include =text, --exclude =text, --filter =text, --include-from =path, --exclude-from =path, --filter-from =path
    --files-from =path, --max-age =text, --min-age =text, --max-size =text, --min-size =text, --transfers =text, --checkers =text
    --bwlimit =text, --log-file =path, --log-level =text, --backup-dir =text, --suffix =text, --max-delete =text, --stats =text
    -P --progress, -v --verbose, -q --quiet, -n --dry-run, -i --interactive, --password-command =text, --tpslimit =text, --addr =text
    --user =text, --pass =text, --retries =text, --help, --drive-root-folder-id =text, --s3-profile =text, --compare-dest =text
    --copy-dest =text
  `;
  return {
    restic: client(
      'restic 0.18, https://restic.readthedocs.io/en/stable/manual_rest.html',
      `
      -r --repo =text, --repository-file =path, -p --password-file =path, --password-command =text, --cacert =path, --cache-dir =path
      --key-hint =text, --limit-upload =text, --limit-download =text, -o --option =text, --tag =text, -H --host =text, --path =text
      -e --exclude =text, --exclude-file =path, --iexclude =text, -i --include =text, -t --target =path, -l --keep-last =text
      -d --keep-daily =text, -w --keep-weekly =text, -m --keep-monthly =text, -y --keep-yearly =text, --keep-hourly =text
      --keep-within =text, --keep-tag =text, -g --group-by =text, --files-from =path, --parent =text, --stdin-filename =text, --json
      -q --quiet, -v --verbose, --no-lock, --no-cache, -n --dry-run, --help, --compression =text, --prune, --max-unused =text
      --new-password-file =path, --read-data-subset =text, --from-repo =text, --delete, --remove-all
    `,
    ),
    borg: client(
      'borg(1) 1.4',
      `
      -r --repo =text, --rsh =text, --remote-path =text, --lock-wait =text, --umask =text, -n --dry-run, -s --stats, -p --progress
      -v --verbose, --info, --debug, -a --glob-archives =text, -P --prefix =text, -e --exclude =text, --exclude-from =path, --pattern =text
      --patterns-from =path, -C --compression =text, --comment =text, --timestamp =text, --encryption =text, --keep-within =text
      --keep-last =text, -H --keep-hourly =text, -d --keep-daily =text, -w --keep-weekly =text, -m --keep-monthly =text
      -y --keep-yearly =text, --list, --help, --force, --first =text, --last =text, --sort-by =text, --format =text, --json, --repair
      --save-space
    `,
    ),
    kopia: client(
      'kopia 0.21, https://kopia.io/docs/reference/command-line/',
      `
        --config-file =path, -p --password =text, --log-level =text, --tags =text, --description =text, --json, --all, --help
        --timezone =text, --log-dir =path, --delete
      `,
    ),
    rclone: client('rclone 1.70, https://rclone.org/commands/', RCLONE),
    velero: client(
      'velero 1.16, https://velero.io/docs/v1.16/',
      `
        -n --namespace =text, --kubecontext =text, --kubeconfig =path, -o --output =text, -l --selector =text, --include-namespaces =text
        --exclude-namespaces =text, --from-backup =text, --from-schedule =text, --ttl =text, --schedule =text, --storage-location =text
        --confirm, --help, --features =text
      `,
    ),
    s3cmd: client(
      's3cmd 2.4, https://s3tools.org/usage',
      `
        -c --config =path, --access_key =text, --secret_key =text, -n --dry-run, -f --force, -r --recursive, --exclude =text
        --include =text, --rexclude =text, --rinclude =text, --exclude-from =path, --host =text, --host-bucket =text, --region =text
        -P --acl-public, --acl-private, --acl-grant =text, --acl-revoke =text, --delete-removed, -m --mime-type =text, --add-header =text
        --help, -v --verbose, -q --quiet, --expiry-days =text, --storage-class =text
      `,
    ),
    s5cmd: client(
      's5cmd 2.3, https://github.com/peak/s5cmd',
      `
        --endpoint-url =text, --profile =text, --credentials-file =path, --numworkers =text, --log =text, --no-sign-request, --dry-run
        --json, --exclude =text, --include =text, --acl =text, --source-region =text, --delete, --help, --stat
      `,
    ),
    azcopy: client(
      'azcopy 10, https://learn.microsoft.com/azure/storage/common/storage-ref-azcopy',
      `
        --include-pattern =text, --exclude-pattern =text, --include-path =text, --exclude-path =text, --log-level =text, --output-type =text
        --overwrite =text, --recursive, --dry-run, --delete-destination [=text], --help, --from-to =text
      `,
    ),
    b2: client(
      'b2 4, https://b2-command-line-tool.readthedocs.io/',
      `
        --profile =text, --bucket =text, --content-type =text, --info =text, --threads =text, --help, --dry-run, --recursive, -r
        --delete, --keep-days =text, --exclude-regex =text, --include-regex =text, --name-prefix =text, --duration =text
      `,
    ),
  };
}

const build = () => ({ ...brokers(), ...searchAndData(), ...copies() });

/** Clients of brokers, search engines, databases, backups and object stores: rules/services. */
export const DATA_SERVICES = family(
  `rpk nats nsc pulsar-admin pulsar rabbitmqctl rabbitmqadmin celery confluent algolia snow influx etcdctl nodetool
   restic borg kopia rclone velero s3cmd s5cmd azcopy b2`,
  build,
);
