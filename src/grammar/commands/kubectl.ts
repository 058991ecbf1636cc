// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function kubernetes(): Readonly<Record<string, Grammar>> {
  const KUBECTL: Grammar = {
    source: '`kubectl COMMAND --help` of kubectl 1.32',
    byWords: {
      network: `
        get, describe, logs, top, explain, api-resources, api-versions, cluster-info, auth can-i, auth whoami, rollout status
        rollout history, diff, events, wait, port-forward, proxy, plugin list
      `,
      sends: `
        create, delete, edit, patch, replace, scale, set, label, annotate, expose, autoscale, drain, cordon, uncordon, taint, apply
        rollout restart, rollout undo, rollout pause, rollout resume, certificate approve, certificate deny, auth reconcile
        new-app, new-project, start-build
      `,
      'runs sends?': 'exec, attach, debug, rsh',
      plain: `
        config view, config get-contexts, config current-context, config get-clusters, config get-users, kustomize, completion
        help, options
      `,
      writes: 'config',
    },
    options: `
      --as =text, --as-group =text, --as-uid =text, --cache-dir =write, --certificate-authority =path
      --client-certificate =path, --client-key =path, --cluster =text, --context =text, --disable-compression
      --insecure-skip-tls-verify, --kubeconfig =path, --log-flush-frequency =text, --match-server-version
      -n --namespace =text, --password =text, --profile =text, --profile-output =text, --request-timeout =text
      -s --server =text, --tls-server-name =text, --token =text, --user =text, --username =text, -v --v =text
      --vmodule =text, --warnings-as-errors, -h --help
    `,
    optionsEverywhere: true,
    abbreviations: false,
    subcommands: {
      annotate: {
        options: `
          --all, -A --all-namespaces, --allow-missing-template-keys, --dry-run [=text], --field-manager =text
          --field-selector =text, -f --filename =path, -k --kustomize =path, --list, --local, -o --output =text
          --overwrite, -R --recursive, --resource-version =text, -l --selector =text, --show-managed-fields
          --template =text
        `,
        operands: 'text*',
      },
      'api-resources': {
        options: `
          --api-group =text, --cached, --categories =text, --namespaced, --no-headers, -o --output =text
          --sort-by =text, --verbs =text
        `,
        operands: 'text*',
      },
      'api-versions': {
        operands: 'text*',
      },
      apply: {
        effects: [{ given: ['--dry-run'], does: 'network' }, { does: 'sends' }],
        options: `
          --all, --allow-missing-template-keys, --cascade [=text], --dry-run [=text], --field-manager =text
          -f --filename =path, --force, --force-conflicts, --grace-period =text, -k --kustomize =path, --openapi-patch
          -o --output =text, --overwrite, --prune, --prune-allowlist =text, -R --recursive, -l --selector =text
          --server-side, --show-managed-fields, --subresource =text, --template =text, --timeout =text
          --validate =text, --wait
        `,
        subcommands: {
          'edit-last-applied': {
            options: `
              --allow-missing-template-keys, --field-manager =text, -f --filename =path, -k --kustomize =path
              -o --output =text, -R --recursive, --show-managed-fields, --template =text, --validate =text
              --windows-line-endings
            `,
            operands: 'text*',
          },
          'set-last-applied': {
            options: `
              --allow-missing-template-keys, --create-annotation, --dry-run [=text], -f --filename =path
              -o --output =text, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          'view-last-applied': {
            options: `
              --all, -f --filename =path, -k --kustomize =path, -o --output =text, -R --recursive, -l --selector =text
            `,
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      attach: {
        options: '-c --container =text, --pod-running-timeout =text, -q --quiet, -i --stdin, -t --tty',
        operands: 'text*',
      },
      auth: {
        subcommands: {
          'can-i': {
            options: '-A --all-namespaces, --list, --no-headers, -q --quiet, --subresource =text',
            operands: 'text*',
          },
          reconcile: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], -f --filename =path, -k --kustomize =path
              -o --output =text, -R --recursive, --remove-extra-permissions, --remove-extra-subjects
              --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          whoami: {
            options: '--allow-missing-template-keys, -o --output =text, --show-managed-fields, --template =text',
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      autoscale: {
        options: `
          --allow-missing-template-keys, --cpu-percent =text, --dry-run [=text], --field-manager =text
          -f --filename =path, -k --kustomize =path, --max =text, --min =text, --name =text, -o --output =text
          -R --recursive, --save-config, --show-managed-fields, --template =text
        `,
        operands: 'text*',
      },
      certificate: {
        effects: [{ given: ['--help'], does: 'plain' }],
        subcommands: {
          approve: {
            options: `
              --allow-missing-template-keys, -f --filename =path, --force, -k --kustomize =path, -o --output =text
              -R --recursive, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          deny: {
            options: `
              --allow-missing-template-keys, -f --filename =path, --force, -k --kustomize =path, -o --output =text
              -R --recursive, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      'cluster-info': {
        subcommands: {
          dump: {
            options: `
              -A --all-namespaces, --allow-missing-template-keys, --namespaces =text, -o --output =text
              --output-directory =text, --pod-running-timeout =text, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      completion: {
        operands: 'text*',
      },
      config: {
        subcommands: {
          'current-context': {
            operands: 'text*',
          },
          'delete-cluster': {
            operands: 'text*',
          },
          'delete-context': {
            operands: 'text*',
          },
          'delete-user': {
            operands: 'text*',
          },
          'get-clusters': {
            operands: 'text*',
          },
          'get-contexts': {
            options: '--no-headers, -o --output =text',
            operands: 'text*',
          },
          'get-users': {
            operands: 'text*',
          },
          'rename-context': {
            operands: 'text*',
          },
          set: {
            options: '--set-raw-bytes',
            operands: 'text*',
          },
          'set-cluster': {
            options: `
              --certificate-authority =path, --embed-certs, --insecure-skip-tls-verify, --proxy-url =text
              --server =text, --tls-server-name =text
            `,
            operands: 'text*',
          },
          'set-context': {
            options: '--cluster =text, --current, --namespace =text, --user =text',
            operands: 'text*',
          },
          'set-credentials': {
            options: `
              --auth-provider =text, --auth-provider-arg =text, --client-certificate =path, --client-key =path
              --embed-certs, --exec-api-version =text, --exec-arg =text, --exec-command =text, --exec-env =text
              --exec-interactive-mode =text, --exec-provide-cluster-info, --password =text, --token =text
              --username =text
            `,
            operands: 'text*',
          },
          unset: {
            operands: 'text*',
          },
          'use-context': {
            operands: 'text*',
          },
          view: {
            options: `
              --allow-missing-template-keys, --flatten, --merge, --minify, -o --output =text, --raw
              --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      cordon: {
        options: '--dry-run [=text], -l --selector =text',
        operands: 'text*',
      },
      cp: {
        options: '-c --container =text, --no-preserve, --retries =text',
        operands: 'path write',
      },
      create: {
        options: `
          --allow-missing-template-keys, --dry-run [=text], --edit, --field-manager =text, -f --filename =path
          -k --kustomize =path, -o --output =text, --raw =text, -R --recursive, --save-config, -l --selector =text
          --show-managed-fields, --template =text, --validate =text, --windows-line-endings
        `,
        subcommands: {
          clusterrole: {
            options: `
              --aggregation-rule =text, --allow-missing-template-keys, --dry-run [=text], --field-manager =text
              --non-resource-url =text, -o --output =text, --resource =text, --resource-name =text, --save-config
              --show-managed-fields, --template =text, --validate =text, --verb =text
            `,
            operands: 'text*',
          },
          clusterrolebinding: {
            options: `
              --allow-missing-template-keys, --clusterrole =text, --dry-run [=text], --field-manager =text
              --group =text, -o --output =text, --save-config, --serviceaccount =text, --show-managed-fields
              --template =text, --user =text, --validate =text
            `,
            operands: 'text*',
          },
          configmap: {
            options: `
              --allow-missing-template-keys, --append-hash, --dry-run [=text], --field-manager =text
              --from-env-file =path, --from-file =path, --from-literal =text, -o --output =text, --save-config
              --show-managed-fields, --template =text, --validate =text
            `,
            operands: 'text*',
          },
          cronjob: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], --field-manager =text, --image =text
              -o --output =text, --restart =text, --save-config, --schedule =text, --show-managed-fields
              --template =text, --validate =text
            `,
            operands: 'text*',
          },
          deployment: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], --field-manager =text, --image =text
              -o --output =text, --port =text, -r --replicas =text, --save-config, --show-managed-fields
              --template =text, --validate =text
            `,
            operands: 'text*',
          },
          ingress: {
            options: `
              --allow-missing-template-keys, --annotation =text, --class =text, --default-backend =text
              --dry-run [=text], --field-manager =text, -o --output =text, --rule =text, --save-config
              --show-managed-fields, --template =text, --validate =text
            `,
            operands: 'text*',
          },
          job: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], --field-manager =text, --from =text, --image =text
              -o --output =text, --save-config, --show-managed-fields, --template =text, --validate =text
            `,
            operands: 'text*',
          },
          namespace: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -o --output =text
              --save-config, --show-managed-fields, --template =text, --validate =text
            `,
            operands: 'text*',
          },
          poddisruptionbudget: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], --field-manager =text, --max-unavailable =text
              --min-available =text, -o --output =text, --save-config, --selector =text, --show-managed-fields
              --template =text, --validate =text
            `,
            operands: 'text*',
          },
          priorityclass: {
            options: `
              --allow-missing-template-keys, --description =text, --dry-run [=text], --field-manager =text
              --global-default, -o --output =text, --preemption-policy =text, --save-config, --show-managed-fields
              --template =text, --validate =text, --value =text
            `,
            operands: 'text*',
          },
          quota: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], --field-manager =text, --hard =text, -o --output =text
              --save-config, --scopes =text, --show-managed-fields, --template =text, --validate =text
            `,
            operands: 'text*',
          },
          role: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -o --output =text
              --resource =text, --resource-name =text, --save-config, --show-managed-fields, --template =text
              --validate =text, --verb =text
            `,
            operands: 'text*',
          },
          rolebinding: {
            options: `
              --allow-missing-template-keys, --clusterrole =text, --dry-run [=text], --field-manager =text
              --group =text, -o --output =text, --role =text, --save-config, --serviceaccount =text
              --show-managed-fields, --template =text, --user =text, --validate =text
            `,
            operands: 'text*',
          },
          secret: {
            subcommands: {
              'docker-registry': {
                options: `
                  --allow-missing-template-keys, --append-hash, --docker-email =text, --docker-password =text
                  --docker-server =text, --docker-username =text, --dry-run [=text], --field-manager =text
                  --from-file =path, -o --output =text, --save-config, --show-managed-fields, --template =text
                  --validate =text
                `,
                operands: 'text*',
              },
              generic: {
                options: `
                  --allow-missing-template-keys, --append-hash, --dry-run [=text], --field-manager =text
                  --from-env-file =path, --from-file =path, --from-literal =text, -o --output =text, --save-config
                  --show-managed-fields, --template =text, --type =text, --validate =text
                `,
                operands: 'text*',
              },
              tls: {
                options: `
                  --allow-missing-template-keys, --append-hash, --cert =text, --dry-run [=text], --field-manager =text
                  --key =text, -o --output =text, --save-config, --show-managed-fields, --template =text
                  --validate =text
                `,
                operands: 'text*',
              },
            },
            operands: 'text*',
          },
          service: {
            subcommands: {
              clusterip: {
                options: `
                  --allow-missing-template-keys, --clusterip =text, --dry-run [=text], --field-manager =text
                  -o --output =text, --save-config, --show-managed-fields, --tcp =text, --template =text
                  --validate =text
                `,
                operands: 'text*',
              },
              externalname: {
                options: `
                  --allow-missing-template-keys, --dry-run [=text], --external-name =text, --field-manager =text
                  -o --output =text, --save-config, --show-managed-fields, --tcp =text, --template =text
                  --validate =text
                `,
                operands: 'text*',
              },
              loadbalancer: {
                options: `
                  --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -o --output =text
                  --save-config, --show-managed-fields, --tcp =text, --template =text, --validate =text
                `,
                operands: 'text*',
              },
              nodeport: {
                options: `
                  --allow-missing-template-keys, --dry-run [=text], --field-manager =text, --node-port =text
                  -o --output =text, --save-config, --show-managed-fields, --tcp =text, --template =text
                  --validate =text
                `,
                operands: 'text*',
              },
            },
            operands: 'text*',
          },
          serviceaccount: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -o --output =text
              --save-config, --show-managed-fields, --template =text, --validate =text
            `,
            operands: 'text*',
          },
          token: {
            options: `
              --allow-missing-template-keys, --audience =text, --bound-object-kind =text, --bound-object-name =text
              --bound-object-uid =text, --duration =text, -o --output =text, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      debug: {
        options: `
          --arguments-only, --attach, -c --container =text, --copy-to =text, --custom =text, --env =text
          -f --filename =path, --image =text, --image-pull-policy =text, --keep-annotations, --keep-init-containers
          --keep-labels, --keep-liveness, --keep-readiness, --keep-startup, --profile =text, -q --quiet, --replace
          --same-node, --set-image =text, --share-processes, -i --stdin, --target =text, -t --tty
        `,
        operands: 'text*',
      },
      delete: {
        options: `
          --all, -A --all-namespaces, --cascade [=text], --dry-run [=text], --field-selector =text
          -f --filename =path, --force, --grace-period =text, --ignore-not-found, -i --interactive
          -k --kustomize =path, --now, -o --output =text, --raw =text, -R --recursive, -l --selector =text
          --timeout =text, --wait
        `,
        operands: 'text*',
      },
      describe: {
        options: `
          -A --all-namespaces, --chunk-size =text, -f --filename =path, -k --kustomize =path, -R --recursive
          -l --selector =text, --show-events
        `,
        operands: 'text*',
      },
      diff: {
        options: `
          --concurrency =text, --field-manager =text, -f --filename =path, --force-conflicts, -k --kustomize =path
          --prune, --prune-allowlist =text, -R --recursive, -l --selector =text, --server-side, --show-managed-fields
        `,
        operands: 'text*',
      },
      drain: {
        options: `
          --chunk-size =text, --delete-emptydir-data, --disable-eviction, --dry-run [=text], --force
          --grace-period =text, --ignore-daemonsets, --pod-selector =text, -l --selector =text
          --skip-wait-for-delete-timeout =text, --timeout =text
        `,
        operands: 'text*',
      },
      edit: {
        options: `
          --allow-missing-template-keys, --field-manager =text, -f --filename =path, -k --kustomize =path
          -o --output =text, --output-patch, -R --recursive, --save-config, --show-managed-fields, --subresource =text
          --template =text, --validate =text, --windows-line-endings
        `,
        operands: 'text*',
      },
      events: {
        options: `
          -A --all-namespaces, --allow-missing-template-keys, --chunk-size =text, --for =text, --no-headers
          -o --output =text, --show-managed-fields, --template =text, --types =text, -w --watch
        `,
        operands: 'text*',
      },
      exec: {
        options: `
          -c --container =text, -f --filename =path, --pod-running-timeout =text, -q --quiet, -i --stdin, -t --tty
        `,
        operands: 'text*',
      },
      explain: {
        options: '--api-version =text, -o --output =text, --recursive',
        operands: 'text*',
      },
      expose: {
        options: `
          --allow-missing-template-keys, --cluster-ip =text, --dry-run [=text], --external-ip =text
          --field-manager =text, -f --filename =path, -k --kustomize =path, -l --labels =text
          --load-balancer-ip =text, --name =text, -o --output =text, --override-type =text, --overrides =text
          --port =text, --protocol =text, -R --recursive, --save-config, --selector =text, --session-affinity =text
          --show-managed-fields, --target-port =text, --template =text, --type =text
        `,
        operands: 'text*',
      },
      get: {
        options: `
          -A --all-namespaces, --allow-missing-template-keys, --chunk-size =text, --field-selector =text
          -f --filename =path, --ignore-not-found, -k --kustomize =path, -L --label-columns =text, --no-headers
          -o --output =text, --output-watch-events, --raw =text, -R --recursive, -l --selector =text, --server-print
          --show-kind, --show-labels, --show-managed-fields, --sort-by =text, --subresource =text, --template =text
          -w --watch, --watch-only
        `,
        operands: 'text*',
      },
      kustomize: {
        options: `
          --as-current-user, --enable-alpha-plugins, --enable-helm, -e --env =text, --helm-api-versions =text
          --helm-command =text, --helm-debug, --helm-kube-version =text, --load-restrictor =text, --mount =text
          --network, --network-name =text, -o --output =text
        `,
        operands: 'path',
      },
      label: {
        options: `
          --all, -A --all-namespaces, --allow-missing-template-keys, --dry-run [=text], --field-manager =text
          --field-selector =text, -f --filename =path, -k --kustomize =path, --list, --local, -o --output =text
          --overwrite, -R --recursive, --resource-version =text, -l --selector =text, --show-managed-fields
          --template =text
        `,
        operands: 'text*',
      },
      logs: {
        options: `
          --all-containers, --all-pods, -c --container =text, -f --follow, --ignore-errors
          --insecure-skip-tls-verify-backend, --limit-bytes =text, --max-log-requests =text
          --pod-running-timeout =text, --prefix, -p --previous, -l --selector =text, --since =text, --since-time =text
          --tail =text, --timestamps
        `,
        operands: 'text*',
      },
      patch: {
        options: `
          --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -f --filename =path
          -k --kustomize =path, --local, -o --output =text, -p --patch =text, --patch-file =path, -R --recursive
          --show-managed-fields, --subresource =text, --template =text, --type =text
        `,
        operands: 'text*',
      },
      plugin: {
        subcommands: {
          list: {
            options: '--name-only',
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      'port-forward': {
        options: '--address =text, --pod-running-timeout =text',
        operands: 'text*',
      },
      proxy: {
        options: `
          --accept-hosts =text, --accept-paths =text, --address =text, --api-prefix =text, --append-server-path
          --disable-filter, --keepalive =text, -p --port =text, --reject-methods =text, --reject-paths =text
          -u --unix-socket =text, -w --www =text, -P --www-prefix =text
        `,
        operands: 'text*',
      },
      replace: {
        options: `
          --allow-missing-template-keys, --cascade [=text], --dry-run [=text], --field-manager =text
          -f --filename =path, --force, --grace-period =text, -k --kustomize =path, -o --output =text, --raw =text
          -R --recursive, --save-config, --show-managed-fields, --subresource =text, --template =text, --timeout =text
          --validate =text, --wait
        `,
        operands: 'text*',
      },
      rollout: {
        subcommands: {
          history: {
            options: `
              --allow-missing-template-keys, -f --filename =path, -k --kustomize =path, -o --output =text
              -R --recursive, --revision =text, -l --selector =text, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          pause: {
            options: `
              --allow-missing-template-keys, --field-manager =text, -f --filename =path, -k --kustomize =path
              -o --output =text, -R --recursive, -l --selector =text, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          restart: {
            options: `
              --allow-missing-template-keys, --field-manager =text, -f --filename =path, -k --kustomize =path
              -o --output =text, -R --recursive, -l --selector =text, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          resume: {
            options: `
              --allow-missing-template-keys, --field-manager =text, -f --filename =path, -k --kustomize =path
              -o --output =text, -R --recursive, -l --selector =text, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          status: {
            options: `
              -f --filename =path, -k --kustomize =path, -R --recursive, --revision =text, -l --selector =text
              --timeout =text, -w --watch
            `,
            operands: 'text*',
          },
          undo: {
            options: `
              --allow-missing-template-keys, --dry-run [=text], -f --filename =path, -k --kustomize =path
              -o --output =text, -R --recursive, -l --selector =text, --show-managed-fields, --template =text
              --to-revision =text
            `,
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      run: {
        effects: [{ given: ['-i -t --command'], does: 'runs sends?' }, { does: 'sends' }],
        options: `
          --allow-missing-template-keys, --annotations =text, --attach, --cascade [=text], --command
          --dry-run [=text], --env =text, --expose, --field-manager =text, -f --filename =path, --force
          --grace-period =text, --image =text, --image-pull-policy =text, -k --kustomize =path, -l --labels =text
          --leave-stdin-open, -o --output =text, --override-type =text, --overrides =text, --pod-running-timeout =text
          --port =text, --privileged, -q --quiet, -R --recursive, --restart =text, --rm, --save-config
          --show-managed-fields, -i --stdin, --template =text, --timeout =text, -t --tty, --wait
        `,
        operands: 'text*',
      },
      scale: {
        options: `
          --all, --allow-missing-template-keys, --current-replicas =text, --dry-run [=text], -f --filename =path
          -k --kustomize =path, -o --output =text, -R --recursive, --replicas =text, --resource-version =text
          -l --selector =text, --show-managed-fields, --template =text, --timeout =text
        `,
        operands: 'text*',
      },
      set: {
        subcommands: {
          env: {
            options: `
              --all, --allow-missing-template-keys, -c --containers =text, --dry-run [=text], -e --env =text
              --field-manager =text, -f --filename =path, --from =text, --keys =text, -k --kustomize =path, --list
              --local, -o --output =text, --overwrite, --prefix =text, -R --recursive, --resolve, -l --selector =text
              --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          image: {
            options: `
              --all, --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -f --filename =path
              -k --kustomize =path, --local, -o --output =text, -R --recursive, -l --selector =text
              --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          resources: {
            options: `
              --all, --allow-missing-template-keys, -c --containers =text, --dry-run [=text], --field-manager =text
              -f --filename =path, -k --kustomize =path, --limits =text, --local, -o --output =text, -R --recursive
              --requests =text, -l --selector =text, --show-managed-fields, --template =text
            `,
            operands: 'text*',
          },
          selector: {
            options: `
              --all, --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -f --filename =path
              --local, -o --output =text, -R --recursive, --resource-version =text, --show-managed-fields
              --template =text
            `,
            operands: 'text*',
          },
          serviceaccount: {
            options: `
              --all, --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -f --filename =path
              -k --kustomize =path, --local, -o --output =text, -R --recursive, --show-managed-fields
              --template =text
            `,
            operands: 'text*',
          },
          subject: {
            options: `
              --all, --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -f --filename =path
              --group =text, -k --kustomize =path, --local, -o --output =text, -R --recursive, -l --selector =text
              --serviceaccount =text, --show-managed-fields, --template =text, --user =text
            `,
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      taint: {
        options: `
          --all, --allow-missing-template-keys, --dry-run [=text], --field-manager =text, -o --output =text
          --overwrite, -l --selector =text, --show-managed-fields, --template =text, --validate =text
        `,
        operands: 'text*',
      },
      top: {
        subcommands: {
          node: {
            options: '--no-headers, -l --selector =text, --show-capacity, --sort-by =text, --use-protocol-buffers',
            operands: 'text*',
          },
          pod: {
            options: `
              -A --all-namespaces, --containers, --field-selector =text, --no-headers, -l --selector =text
              --sort-by =text, --sum, --use-protocol-buffers
            `,
            operands: 'text*',
          },
        },
        operands: 'text*',
      },
      uncordon: {
        options: '--dry-run [=text], -l --selector =text',
        operands: 'text*',
      },
      version: {
        effects: [{ given: ['--client'], does: 'plain' }, { does: 'network' }],
        options: '--client, -o --output =text',
        operands: 'text*',
      },
      wait: {
        options: `
          --all, -A --all-namespaces, --allow-missing-template-keys, --field-selector =text, -f --filename =path
          --for =text, --local, -o --output =text, -R --recursive, -l --selector =text, --show-managed-fields
          --template =text, --timeout =text
        `,
        operands: 'text*',
      },
    },
  };

  return {
    kubectl: KUBECTL,
    oc: { ...KUBECTL, anyOption: true },
  };
}

/** Kubernetes. `oc` keeps kubectl's command line and adds to it. */
export const KUBERNETES = family('kubectl oc', kubernetes);
