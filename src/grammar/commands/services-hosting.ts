// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { commandTree } from '../command-tree.ts';
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

/** Of these the options alone are listed: their words are operands, which rules name in pairs, `apps` and `destroy`. `-h` is left out: no `-xh` asks for help. */
function hosting(): Readonly<Record<string, Grammar>> {
  const client = (source: string, options: string): Grammar => ({
    ...commandTree({ source, options, commands: '' }),
    operands: 'path*',
  });
  const named = (names: string, grammar: Grammar) =>
    Object.fromEntries(names.split(' ').map((name) => [name, grammar]));
  const FLY = client(
    'flyctl 0.3, https://fly.io/docs/flyctl/',
    `
      -a --app =text, -t --access-token =text, -o --org =text, -c --config =path, -r --region =text, -n --name =text, -C --command =text
      -u --user =text, --verbose, --debug, -y --yes, -j --json, -q --quiet, --help, -g --group =text, -i --image =text, --dockerfile =path
      -e --env =text, --build-arg =text, --build-secret =text, --strategy =text, --vm-size =text, --vm-memory =text, --process-group =text
    `,
  );
  const VERCEL = client(
    'vercel 48, https://vercel.com/docs/cli',
    `
      -A --local-config =path, -Q --global-config =path, -S --scope =text, -T --team =text, -t --token =text, --cwd =path, -d --debug
      --no-color, --help, -v --version, -y --yes, -f --force, -e --env =text, -b --build-env =text, -m --meta =text, --regions =text
      --target =text, -n --name =text, --prod, -p --public, --archive =text, --environment =text, --git-branch =text, --timeout =text
      -l --listen =text, --limit =text, -N --next =text
    `,
  );
  return {
    fly: FLY,
    flyctl: FLY,
    vercel: VERCEL,
    vc: VERCEL,
    heroku: client(
      'heroku 10, https://devcenter.heroku.com/articles/heroku-cli-commands',
      `
        -a --app =text, -r --remote =text, -c --confirm =text, -t --team =text, --space =text, -s --size =text, --json, -x --exit-code
        -f --force, -p --permissions =text, -d --dyno =text, -n --num =text, --help, --name =text, --stage =text, --source =text
      `,
    ),
    ...named(
      'netlify netlify-cli',
      client(
        'netlify-cli 23, https://cli.netlify.com/',
        `
        --auth =text, -s --site =text, --filter =text, -d --dir =path, --context =text, --scope =text, --data =text, -m --message =text
        -f --functions =path, --alias =text, --timeout =text, --http-proxy =text, --json, --debug, --help, -p --prod, --branch =text
        --cwd =path, -o --offline, --account-slug =text, -n --name =text, --payload =text, --port =text, --plain
      `,
      ),
    ),
    railway: client(
      'railway 4, https://docs.railway.com/reference/cli-api',
      `
        -p --project =text, -e --environment =text, -s --service =text, -m --message =text, --help, -V --version, -y --yes, --json, -k --kv
        --set =text, -v --volume =text, -n --name =text, -t --template =text, -d --database =text, --path-as-root
      `,
    ),
    ...named(
      'firebase firebase-tools',
      client(
        'firebase-tools 14, https://firebase.google.com/docs/cli',
        `
        -P --project =text, --account =text, --token =text, -c --config =path, --only =text, --except =text, -m --message =text, --instance =text
        --site =text, --database =text, --data =text, --debug, -j --json, --non-interactive, -i --interactive, -f --force, --help
        -p --public =path, --import =path, --location =text, -r --recursive, --all-collections, -y --yes, -e --expires =text
      `,
      ),
    ),
    supabase: client(
      'supabase 2, https://supabase.com/docs/reference/cli',
      `
        --project-ref =text, --workdir =path, --profile =text, --network-id =text, -o --output =text, --db-url =text, -p --password =text
        --dns-resolver =text, --create-ticket, --debug, --experimental, --yes, --help, -s --schema =text, -f --file =path, --linked, --local
        -x --exclude =text, --import-map =path, --status =text, --version =text
      `,
    ),
    doctl: client(
      'doctl 1.130, https://docs.digitalocean.com/reference/doctl/reference/',
      `
        -t --access-token =text, -u --api-url =text, -c --config =path, --context =text, --http-retry-max =text, --interactive, -o --output =text
        --trace, -v --verbose, --format =text, --no-header, -f --force, --region =text, --tag-name =text, --tag-names =text, --help
        --image =text, --size =text, --template =text, --record-name =text, --record-type =text, --record-data =text
      `,
    ),
    hcloud: client(
      'hcloud 1.52, https://github.com/hetznercloud/cli/tree/main/docs/reference/manual',
      `
        --config =path, --context =text, --debug, --debug-file =path, --endpoint =text, --poll-interval =text, --quiet, --help
        -l --selector =text, -o --output =text, -s --sort =text, --name =text, --type =text, --image =text, --location =text, --ssh-key =text
      `,
    ),
    'linode-cli': client(
      'linode-cli 5, https://techdocs.akamai.com/cloud-computing/docs/cli',
      `
        --as-user =text, --format =text, --text, --json, --markdown, --pretty, --delimiter =text, --label =text, --region =text, --help
      `,
    ),
    scw: client(
      'scw 2, https://cli.scaleway.com/',
      '-c --config =path, -D --debug, --help, -o --output =text, -p --profile =text, -w --wait',
    ),
    neonctl: client(
      'neonctl 2, https://neon.com/docs/reference/neon-cli',
      `
        -o --output =text, --config-dir =path, --api-key =text, --project-id =text, --branch =text, --role-name =text, --database-name =text
        --org-id =text, --name =text, --parent =text, --context-file =path, --help
      `,
    ),
    pscale: client(
      'pscale 0.250, https://planetscale.com/docs/reference/planetscale-cli',
      `
        --api-url =text, --config =path, --debug, -f --format =text, --no-color, --org =text, --service-token =text
        --service-token-id =text, --help, --role =text
      `,
    ),
    turso: client(
      'turso 1, https://docs.turso.tech/cli/introduction',
      `
        -c --config-path =path, -g --group =text, --location =text, --help, -y --yes, -e --expiration =text, --from-db =text
        --from-dump =text, -n --name =text
      `,
    ),
    koyeb: client(
      'koyeb 5, https://www.koyeb.com/docs/build-and-deploy/cli/reference',
      `
        -c --config =path, -d --debug, --debug-full, --full, -o --output =text, --organization =text, --token =text, --url =text
        -a --app =text, -s --service =text, --help
      `,
    ),
    kamal: client(
      'kamal 2, https://kamal-deploy.org/docs/commands/view-all-commands/',
      `
        -v --verbose, -q --quiet, --version =text, -p --primary, -h --hosts =text, -r --roles =text, -c --config-file =path
        -d --destination =text, -H --skip-hooks, --message =text, -y --confirmed, -i --interactive, -e --env =text
      `,
    ),
    cf: client(
      'cf 8, https://cli.cloudfoundry.org/en-US/v8/',
      `
        --help, -v, -f, -r, -o =text, -s =text, -i =text, -k =text, -m =text, -p =path, -b =text, -c =text, -n =text, --hostname =text
        --strategy =text, --path =text
      `,
    ),
  };
}

/** Clients of hosting providers: what each is for is in rules/services/hosting.yaml. */
export const HOSTING = family(
  'fly flyctl vercel vc heroku netlify netlify-cli railway firebase firebase-tools supabase doctl hcloud linode-cli scw neonctl pscale turso koyeb kamal cf',
  hosting,
);
