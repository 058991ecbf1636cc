// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function cloud(): Readonly<Record<string, Grammar>> {
  const ANY: Grammar = { anyOption: true, operands: 'text*' };
  const LOCKED = `
    -lock =text, -lock-timeout =text, -input =text, -no-color, -var =text, -var-file =path, -state =path
    -state-out =write, -backup =write, -parallelism =text, -target =text, -replace =text, -refresh =text
    -refresh-only, -compact-warnings, -json, -concise
  `;

  const TERRAFORM: Grammar = {
    source: '`terraform COMMAND -help` of Terraform 1.11; one or two dashes',
    byWords: {
      network: `
        plan, refresh, show, output, state list, state show, state pull, graph, providers, workspace list, workspace show, console
        metadata, test
      `,
      sends: `
        apply, destroy, import, taint, untaint, state rm, state mv, state push, state replace-provider, workspace new
        workspace delete, force-unlock, run-all, login
      `,
      'network writes': 'init, get, providers lock, providers mirror',
      plain: 'validate, version, help, modules',
      writes: 'workspace select, logout',
    },
    singleDash: true,
    options: '-chdir =path, -help, -version',
    subcommands: {
      apply: { singleDash: true, options: `${LOCKED}, -auto-approve, -destroy`, operands: 'path' },
      destroy: { singleDash: true, options: `${LOCKED}, -auto-approve`, operands: 'path' },
      plan: {
        singleDash: true,
        options: `${LOCKED}, -destroy, -out =write, -detailed-exitcode, -generate-config-out =write`,
        operands: 'path',
      },
      refresh: { singleDash: true, options: LOCKED, operands: 'path' },
      import: { singleDash: true, options: `${LOCKED}, -config =path, -allow-missing-config`, operands: 'text*' },
      init: {
        singleDash: true,
        options: `
          -backend =text, -backend-config =text, -force-copy, -from-module =text, -get =text, -ignore-remote-version
          -input =text, -lock =text, -lock-timeout =text, -lockfile =text, -migrate-state, -no-color
          -plugin-dir =path, -reconfigure, -upgrade, -json, -test-directory =path, -var =text, -var-file =path
        `,
        operands: 'path',
      },
      fmt: {
        effects: [{ given: ['-check'], does: 'plain' }, { does: 'writes' }],
        singleDash: true,
        options: '-list =text, -write =text, -diff, -check, -no-color, -recursive',
        operands: 'write*',
      },
      state: {
        subcommands: {
          rm: { singleDash: true, options: `${LOCKED}, -dry-run, -ignore-remote-version`, operands: 'text*' },
          mv: {
            singleDash: true,
            options: `${LOCKED}, -dry-run, -backup-out =write, -ignore-remote-version`,
            operands: 'text*',
          },
          push: { singleDash: true, options: `${LOCKED}, -force, -ignore-remote-version`, operands: 'path' },
          pull: { singleDash: true, operands: 'text*' },
          list: { singleDash: true, options: '-state =path, -id =text', operands: 'text*' },
          show: { singleDash: true, options: '-state =path', operands: 'text*' },
          'replace-provider': { singleDash: true, options: `${LOCKED}, -auto-approve`, operands: 'text*' },
          identities: { singleDash: true, anyOption: true },
        },
      },
      workspace: {
        subcommands: {
          delete: { singleDash: true, options: '-force, -lock =text, -lock-timeout =text', operands: 'text' },
          new: { singleDash: true, options: '-lock =text, -lock-timeout =text, -state =path', operands: 'text' },
          select: { singleDash: true, options: '-or-create =text', operands: 'text' },
          list: { singleDash: true },
          show: { singleDash: true },
        },
      },
      'force-unlock': { singleDash: true, options: '-force', operands: 'text' },
      taint: { singleDash: true, options: `${LOCKED}, -allow-missing, -ignore-remote-version`, operands: 'text*' },
      untaint: { singleDash: true, options: `${LOCKED}, -allow-missing, -ignore-remote-version`, operands: 'text*' },
      console: { singleDash: true, anyOption: true },
      get: { singleDash: true, anyOption: true },
      graph: { singleDash: true, anyOption: true },
      login: { singleDash: true, operands: 'text' },
      logout: { singleDash: true, operands: 'text' },
      metadata: { singleDash: true, anyOption: true, operands: 'text*' },
      modules: { singleDash: true, anyOption: true },
      output: { singleDash: true, options: '-state =path, -no-color, -json, -raw', operands: 'text*' },
      providers: { singleDash: true, anyOption: true, operands: 'text*' },
      show: { singleDash: true, options: '-no-color, -json', operands: 'path' },
      test: { singleDash: true, anyOption: true },
      validate: { singleDash: true, anyOption: true },
      version: { singleDash: true, options: '-json' },
    },
    aliases: { env: 'workspace' },
  };

  const HELM_INSTALL = `
    --atomic, --ca-file =path, --cert-file =path, --create-namespace, --dependency-update, --description =text
    --devel, --disable-openapi-validation, --dry-run [=text], --enable-dns, --force, --hide-notes, --hide-secret
    --insecure-skip-tls-verify, --key-file =path, --keyring =path, -l --labels =text, --no-hooks, -o --output =text
    --pass-credentials, --password =text, --plain-http, --post-renderer =command, --post-renderer-args =text
    --render-subchart-notes, --repo =text, --set =text, --set-file =text, --set-json =text, --set-literal =text
    --set-string =text, --skip-crds, --skip-schema-validation, --take-ownership, --timeout =text, --username =text
    -f --values =path, --verify, --version =text, --wait, --wait-for-jobs, -g --generate-name, --name-template =text
    --replace, --cleanup-on-fail, --history-max =text, -i --install, --reset-then-reuse-values, --reset-values
    --reuse-values
  `;

  const HELM: Grammar = {
    source: 'helm(1) 3.17',
    byWords: {
      network: 'list, status, history, get, search, show, diff, test, repo list',
      sends: 'install, upgrade, uninstall, rollback, push, registry login',
      'network writes': 'pull, repo add, repo update, dependency, dependency update, dependency build, plugin install',
      plain: 'template, lint, version, env, completion, verify, dependency list, plugin list',
      writes: 'create, package, repo remove, repo index, plugin uninstall',
    },
    options: `
      --burst-limit =text, --debug, --kube-apiserver =text, --kube-as-group =text, --kube-as-user =text
      --kube-ca-file =path, --kube-context =text, --kube-insecure-skip-tls-verify, --kube-tls-server-name =text
      --kube-token =text, --kubeconfig =path, -n --namespace =text, --qps =text, --registry-config =path
      --repository-cache =path, --repository-config =path, -h --help
    `,
    optionsEverywhere: true,
    abbreviations: false,
    subcommands: {
      install: { options: HELM_INSTALL, operands: 'text*' },
      upgrade: { options: HELM_INSTALL, operands: 'text*' },
      template: {
        options: `${HELM_INSTALL}, --output-dir =write, -s --show-only =text`,
        anyOption: true,
        operands: 'text*',
      },
      uninstall: {
        options: `
          --cascade =text, --description =text, --dry-run, --ignore-not-found, --keep-history, --no-hooks
          --timeout =text, --wait
        `,
        operands: 'text*',
      },
      rollback: {
        options: `
          --cleanup-on-fail, --dry-run, --force, --history-max =text, --no-hooks, --recreate-pods, --timeout =text
          --wait, --wait-for-jobs
        `,
        operands: 'text*',
      },
      completion: ANY,
      create: { anyOption: true, operands: 'write' },
      dependency: ANY,
      env: ANY,
      get: ANY,
      history: ANY,
      lint: { anyOption: true },
      list: { anyOption: true, operands: 'text*' },
      package: { anyOption: true },
      plugin: ANY,
      pull: ANY,
      push: { anyOption: true, operands: 'path text' },
      registry: ANY,
      repo: ANY,
      search: ANY,
      show: ANY,
      status: ANY,
      test: ANY,
      verify: ANY,
      version: ANY,
    },
    aliases: { del: 'uninstall', delete: 'uninstall', un: 'uninstall', ls: 'list', fetch: 'pull', dep: 'dependency' },
  };

  return {
    terraform: TERRAFORM,
    tofu: TERRAFORM,
    terragrunt: {
      ...TERRAFORM,
      anyOption: true,
      aliases: { ...TERRAFORM.aliases, 'destroy-all': 'destroy', 'apply-all': 'apply', 'plan-all': 'plan' },
    },
    pulumi: {
      ...ANY,
      source: 'pulumi 3.180, https://www.pulumi.com/docs/iac/cli/commands/',
      options: `
        -s --stack =text, -C --cwd =path, --color =text, --config-file =path, -m --message =text, -t --target =text, -r --replace =text, -p --parallel =text
        -c --config =text, -e --emoji, --logtostderr, -v --verbose =text, -y --yes, -f --skip-preview, -j --json, -h --help, --diff, --non-interactive
        --policy-pack =path, --secrets-provider =text, --show-secrets, --file =path
      `,
      byWords: {
        network: `
          preview, stack, stack ls, stack output, stack export, stack history, logs, whoami, about, config get, config, console
        `,
        'sends runs?': `
          up, update, destroy, refresh, import, cancel, stack rm, stack init, stack import, state, deployment
        `,
        writes: 'config set, config rm, new, stack select, install, login, logout',
        plain: 'version, help',
      },
    },
    helm: HELM,
    aws: {
      source: 'aws(1) 2.15: global options; services and their parameters are operands and options as written',
      anyOption: true,
      abbreviations: false,
      options: `
        --debug, --endpoint-url =text, --no-verify-ssl, --no-paginate, --output =text, --query =text, --profile =text
        --region =text, --version, --color =text, --no-sign-request, --ca-bundle =path, --cli-read-timeout =text
        --cli-connect-timeout =text, --cli-binary-format =text, --no-cli-pager, --cli-auto-prompt
        --no-cli-auto-prompt, --cli-input-json =text, --cli-input-yaml =text, --filters =text, --filter =text
        --instance-ids =text, --bucket =text, --key =text, --recursive, --force, --dryrun, --dry-run, --delete
        --exclude =text, --include =text, --acl =text, --policy-arn =text, --policy-document =text, --user-name =text
        --role-name =text, --stack-name =text, --db-instance-identifier =text, --skip-final-snapshot, --yes
      `,
      operands: 'text*',
    },
    gcloud: {
      source: 'gcloud(1) 520: global options; groups and commands are operands',
      anyOption: true,
      options: `
        --account =text, --billing-project =text, --configuration =text, --flags-file =path, --flatten =text
        --format =text, --help, --project =text, -q --quiet, --verbosity =text, -v --version, -h
        --access-token-file =path, --impersonate-service-account =text, --log-http, --trace-token =text
        --no-user-output-enabled, --zone =text, --region =text, --filter =text, --limit =text
      `,
      operands: 'text*',
    },
    gsutil: { anyOption: true, options: '-m, -q, -D, -o =text, -h =text, -u =text, -i =text', operands: 'text*' },
    az: {
      anyOption: true,
      options: `
        -g --resource-group =text, -n --name =text, -o --output =text, --subscription =text, -y --yes, --ids =text
        --query =text, --feature =text, --profile-name =text, --vault-name =text, --account-name =text, --service-name =text
        --role =text, --assignee =text, --scope =text, -l --location =text, --server =text, --project =text, --org --organization =text
        --repository =text, --description =text, --display-name =text, --id =text, --group =text, --member-id =text, --api-id =text
      `,
      operands: 'text*',
    },
  };
}

/** Infrastructure and cloud clients. */
export const CLOUD = family('terraform tofu terragrunt pulumi helm aws gcloud gsutil az', cloud);
