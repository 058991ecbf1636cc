import { leadOf } from '../../grammar/words.ts';
import type { Word } from '../../model/word.ts';
import type { ProgramFamily } from '../behaviour.ts';
import { copyBehaviour, type RemoteTest } from './copying.ts';

/** Verbs by which the clients of clouds only ask. */
const ASKS = `
  ** list, ** list-*, ** ls, ** get, ** get-*, ** describe, ** describe-*, ** show, ** show-*, ** view, ** status, ** info
  ** head-*, ** search, ** search-*, ** query, ** scan, ** lookup-*, ** check-*, ** validate-*, ** test-*, ** estimate-*
  ** preview-*, ** filter-log-events, ** tail, ** logs, ** wait, ** history, ** diff, ** batch-get-*, ** read, ** cat, ** stat, ** du
  ** select-*, ** simulate-*, ** versions, ** whoami, ** export, ** exists, ** print
`;

const schemed =
  (scheme: RegExp): RemoteTest =>
  (word: Word) =>
    scheme.test(leadOf(word));

/** Clients of clouds and of infrastructure services. Source: their own help texts; see the grammar tables. */
export const CLOUD_OPERATIONS: ProgramFamily = {
  rows: {
    'aws awslocal': [
      ['read_external', ASKS],
      ['read_external', 's3 ls, s3 presign, sts get-caller-identity, sts decode-authorization-message, ** help'],
      ['write_external', '*, s3 rm, s3 mb, s3 rb, s3 website'],
      ['read_local', 'configure list, configure get, configure list-profiles, help'],
      ['write_local', 'configure, configure set, configure import'],
      [
        'read_external write_local',
        'sso login, sso logout, configure sso, ecr get-login-password, eks update-kubeconfig, s3api get-object, codeartifact login',
      ],
      [
        'credential_access',
        'ecr get-login-password, sts assume-role, sts get-session-token, configure export-credentials, eks get-token, codeartifact get-authorization-token',
        '--role-arn --profile =aws',
      ],
      ['execute write_external', 'ssm start-session, ssm send-command, ecs execute-command, lambda invoke'],
    ],
    'gcloud gsutil bq az doctl linode-cli oci ibmcloud aliyun hcloud scw yc openstack heroku flyctl fly vercel netlify railway render wrangler firebase supabase amplify eb sam serverless sls cdk cf copilot-cli databricks snow dbt':
      [
        ['read_external', ASKS],
        ['write_external', '*'],
        ['read_local', 'version, help, info, config list, config get, config get-value, config view, completion'],
        [
          'write_local',
          'config set, config unset, config configurations activate, config configurations create, components install, configure set',
        ],
        [
          'read_external write_local',
          'auth login, login, init, container clusters get-credentials, aks get-credentials, auth application-default login, env pull',
        ],
        [
          'execute write_external?',
          'compute ssh, ssh, ssh console, run, dev, local invoke, emulators:start, webapp ssh, start',
        ],
        ['write_external', 'deploy, app deploy, functions deploy, run deploy, publish, pages deploy'],
      ],
    gsutil: [
      ['read_external', 'ls, cat, stat, du, hash, version, acl get, iam get, label get'],
      ['write_external', 'rm, mb, rb, setmeta, acl set, acl ch, iam set, iam ch, compose, rewrite'],
    ],
    'argocd flux istioctl consul nomad etcdctl rabbitmqctl kafka-topics kcat': [
      ['read_external', ASKS],
      ['write_external', '*'],
      ['read_local', 'version, help, completion'],
    ],
    'sentry-cli datadog-ci newrelic circleci travis codecov stripe twilio': [
      ['write_external', '*'],
      ['read_external', ASKS],
      ['read_local', 'version, help, completion'],
    ],
  },
  special: {
    'aws awslocal': (call) =>
      copyBehaviour(call, { verbs: ['s3 cp', 's3 sync', 's3 mv'], moves: ['s3 mv'], isRemote: schemed(/^s3:\/\//) }),
    gsutil: (call) =>
      copyBehaviour(call, { verbs: ['cp', 'mv', 'rsync'], moves: ['mv'], isRemote: schemed(/^(gs|s3):\/\//) }),
    gcloud: (call) =>
      copyBehaviour(call, {
        verbs: ['storage cp', 'storage mv', 'storage rsync', 'compute scp'],
        moves: ['storage mv'],
        isRemote: schemed(/^(gs|s3):\/\/|^[^/]*:/),
      }),
  },
};
