// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { commandTree } from '../command-tree.ts';
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

/** As for hosting: the options alone, as rules name words in pairs. */
const client = (source: string, options: string, singleDash = false): Grammar => ({
  ...commandTree({ source, options, commands: '', singleDash }),
  operands: 'path*',
});

/** HashiCorp's options have one dash. */
const HASHI = `
  -address =text, -http-addr =text, -region =text, -namespace =text, -ca-cert =path, -ca-file =path, -ca-path =path, -client-cert =path
  -client-key =path, -tls-server-name =text, -token =text, -token-file =path, -datacenter =text, -name =text, -description =text
  -policy =text, -policy-name =text, -type =text, -t =text, -filter =text, -partition =text, -help, -h, -json, -verbose, -yes, -detach
  -stale, -var =text, -var-file =path, -reason =text, -service =text, -id =text, -accessor-id =text, -format =text, -near =text
`;

function clusters(): Readonly<Record<string, Grammar>> {
  const KUBE = '--kubeconfig =path, --context =text, -n --namespace =text, -o --output =text, --help, -v --verbose';
  const SERVERLESS = client(
    'serverless 4, https://www.serverless.com/framework/docs/providers/aws/cli-reference',
    `
      -s --stage =text, -r --region =text, -c --config =path, -f --function =text, -p --package =path, --param =text, --aws-profile =text
      --org =text, --app =text, --help, -d --data =text, --path =path, --force, -t --timestamp =text, -n =text
    `,
  );
  return {
    nomad: client('nomad 1.10, https://developer.hashicorp.com/nomad/commands', HASHI, true),
    consul: client('consul 1.21, https://developer.hashicorp.com/consul/commands', HASHI, true),
    argocd: client(
      'argocd 3.0, https://argo-cd.readthedocs.io/en/stable/user-guide/commands/argocd/',
      `
      --auth-token =text, --client-crt =path, --client-crt-key =path, --config =path, --controller-name =text, --grpc-web
      --grpc-web-root-path =text, -H --header =text, --insecure, --kube-context =text, --logformat =text, --loglevel =text, --plaintext
      --port-forward, --port-forward-namespace =text, --redis-name =text, --repo-server-name =text, --server =text, --server-crt =path
      --server-name =text, -N --app-namespace =text, -o --output =text, -l --selector =text, -p --project =text, --revision =text
      --dest-namespace =text, --dest-server =text, --repo =text, --path =text, --timeout =text, --help, -y --yes, --resource =text
      --cascade, --prune, --force, --replace, --dry-run, --sync-policy =text, --account =text, --name =text, --label =text
    `,
    ),
    flux: client(
      'flux 2.6, https://fluxcd.io/flux/cmd/',
      `
      -n --namespace =text, --context =text, --kubeconfig =path, --cluster =text, --user =text, --timeout =text, --token =text, --as =text
      --help, -s --silent, --verbose, --source =text, --path =text, --export, --url =text, --branch =text, --interval =text, --kind =text
      --name =text, --owner =text, --repository =text, --dry-run, --keep-namespace
    `,
    ),
    istioctl: client(
      'istioctl 1.26, https://istio.io/latest/docs/reference/commands/istioctl/',
      `
        -c --kubeconfig =path, --context =text, -i --istioNamespace =text, -n --namespace =text, -r --revision =text, --vklog =text
        -f --filename =path, --set =text, -d --manifests =path, -o --output =text, --help, --dry-run, --purge, -y --skip-confirmation
      `,
    ),
    linkerd: client(
      'linkerd 2.18, https://linkerd.io/2/reference/cli/',
      `
        -L --linkerd-namespace =text, --cni-namespace =text, --context =text, --kubeconfig =path, --as =text, --api-addr =text
        -n --namespace =text, -o --output =text, --help, --verbose
      `,
    ),
    cilium: client('cilium 0.18, https://docs.cilium.io/', KUBE),
    eksctl: client(
      'eksctl 0.210, https://eksctl.io/',
      `
        -C --color =text, -v --verbose =text, -d --dumpLogs, -f --config-file =path, -r --region =text, -p --profile =text, -n --name =text
        --cluster =text, --nodegroup-name =text, --timeout =text, --nodes =text, -N, -m --nodes-min =text, -M --nodes-max =text, --arn =text
        --group =text, --username =text, -o --output =text, --help, --approve, -w --wait, --namespace =text
      `,
    ),
    kops: client(
      'kops 1.31, https://kops.sigs.k8s.io/cli/kops/',
      `
        --name =text, --state =text, --config =path, -v --v =text, -f --filename =path, -o --output =text, --cloud =text, --zones =text
        -y --yes, --help, --instance-group =text, --target =text, --out =path
      `,
    ),
    talosctl: client(
      'talosctl 1.10, https://www.talos.dev/v1.10/reference/cli/',
      `
        -c --cluster =text, --context =text, -e --endpoints =text, -n --nodes =text, --talosconfig =path, -f --file =path, -o --output =text
        -p --patch =text, -i --image =text, --mode =text, --graceful, --help, --timeout =text, --system-labels-to-wipe =text, --insecure
        --dry-run
      `,
    ),
    rancher: client(
      'rancher 2.11, https://ranchermanager.docs.rancher.com/reference-guides/cli-with-rancher',
      `
        -c --config =path, --debug, --help, --format =text, -n --namespace =text, --cluster =text, --values =path, --set =text
        --version =text
      `,
    ),
    helmfile: client(
      'helmfile 1.1, https://helmfile.readthedocs.io/',
      `
        -f --file =path, -e --environment =text, -n --namespace =text, -l --selector =text, --kube-context =text, --kubeconfig =path
        --state-values-set =text, --state-values-file =path, --helm-binary =text, --kustomize-binary =text, --log-level =text, --color
        --no-color, --debug, -q --quiet, -i --interactive, -c --chart =text, --help, --args =text, --set =text, --values =path
        --concurrency =text
      `,
    ),
    vcluster: client(
      'vcluster 0.26, https://www.vcluster.com/docs/vcluster/cli/',
      `${KUBE}, --config =path, --log-output =text, --project =text`,
    ),
    serverless: SERVERLESS,
    sls: SERVERLESS,
    juju: client(
      'juju 3.6, https://documentation.ubuntu.com/juju/3.6/reference/juju-cli/',
      '-m --model =text, -c --controller =text, --format =text, --help, --no-prompt, --force',
    ),
  };
}

/** Clients of clusters: what each is for is in rules/services/clusters.yaml. */
export const CLUSTERS = family(
  'nomad consul argocd flux istioctl linkerd cilium eksctl kops talosctl rancher helmfile vcluster serverless sls juju',
  clusters,
);
