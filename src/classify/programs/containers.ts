import type { Behaviour, Call, ProgramFamily, Row } from '../behaviour.ts';
import { copyBehaviour, isHostPath } from './copying.ts';

const engine: readonly Row[] = [
  [
    'read_local',
    `ps, images, inspect, logs, top, stats, port, diff, history, info, version, events, container ls, container inspect
     container logs, container top, container stats, container port, image ls, image inspect, image history, network ls
     network inspect, volume ls, volume inspect, system df, system info, system events, context, context ls, context show
     context inspect, compose ps, compose logs, compose config, compose images, compose top, compose ls, compose version
     compose port, buildx ls, buildx inspect, buildx du, plugin ls, secret ls, secret inspect, config ls, node ls, service ls
     service ps, service logs, stack ls, stack ps, stack services, help, search --help, manifest --help`,
  ],
  ['read_external write_local', 'pull, image pull, compose pull, login, plugin install'],
  ['read_external', 'search, manifest inspect, buildx imagetools inspect'],
  [
    'write_external',
    'push, image push, compose push, manifest push, plugin push, trust sign, trust revoke, buildx imagetools create',
  ],
  [
    'execute',
    'run, exec, start, restart, attach, container run, container exec, container start, container attach, compose up, compose run, compose exec, compose start, compose restart, compose watch, stack deploy, service create, service update, buildx bake, container restart',
  ],
  ['execute write_local', 'build, image build, buildx build, compose build, builder build'],
  ['execute write_external', 'build --push, buildx build --push'],
  [
    'write_local',
    `rm, rmi, stop, kill, pause, unpause, rename, tag, create, commit, update, import, load, wait, save, export
     container rm, container stop, container kill, container prune, container create, container commit, container rename
     container update, container pause, container unpause, container export, image rm, image prune, image tag, image load
     image save, image import, network create, network rm, network prune, network connect, network disconnect, volume create
     volume rm, volume prune, volume update, system prune, builder prune, context use, context create, context rm
     context update, context export, context import, compose down, compose stop, compose kill, compose rm, compose create
     compose pause, compose unpause, compose cp, buildx create, buildx rm, buildx use, buildx prune, swarm, service rm
     service scale, stack rm, secret create, secret rm, config create, config rm, node update, node rm, logout, manifest create
     manifest annotate, manifest rm, plugin enable, plugin disable, plugin rm, plugin set, trust key`,
  ],
];

const compose: readonly Row[] = [
  ['read_local', 'ps, logs, config, images, top, ls, version, port, events'],
  ['read_external write_local', 'pull'],
  ['write_external', 'push'],
  ['execute', 'up, run, exec, start, restart, watch'],
  ['execute write_local', 'build'],
  ['write_local', 'down, stop, kill, rm, create, pause, unpause, cp'],
];

const CLUSTER_READS = `get, describe, logs, top, explain, api-resources, api-versions, cluster-info, version, auth can-i, auth whoami
  rollout status, rollout history, diff, events, wait, certificate --help, port-forward, proxy, apply --dry-run, plugin list`;

/** A container is on this machine: only the end that is a path here counts. */
function containerCopy(call: Call): Behaviour | undefined {
  const copy = copyBehaviour(call, { verbs: ['container cp', 'cp'], isRemote: isHostPath });
  return copy && { ...copy, operations: [] };
}

/** Container engines and Kubernetes. Source: docker(1) 28, kubectl(1) 1.32; see the grammar tables. */
export const CONTAINER_OPERATIONS: ProgramFamily = {
  rows: {
    'docker podman nerdctl': engine,
    'docker-compose podman-compose': compose,
    'buildah kaniko img': [
      ['execute write_local', 'bud, build, run'],
      ['write_external', 'push'],
      ['read_external write_local', 'pull, from'],
      ['read_local', 'images, containers, inspect, info, version'],
      ['write_local', 'rm, rmi, commit, tag, config, copy, add, mount, umount'],
    ],
    skopeo: [
      ['read_external', 'inspect, list-tags'],
      ['read_external write_external', 'copy, sync'],
      ['write_external', 'delete'],
      ['read_external write_local', 'login'],
    ],
    'kubectl oc': [
      ['read_external', CLUSTER_READS],
      [
        'write_external',
        `apply, create, delete, edit, patch, replace, scale, set, label, annotate, expose, autoscale, drain, cordon, uncordon
         taint, rollout restart, rollout undo, rollout pause, rollout resume, certificate approve, certificate deny
         auth reconcile, run, new-app, new-project, start-build`,
      ],
      ['execute write_external?', 'exec, attach, debug, rsh, run -i|-t|--stdin|--tty|--command'],
      [
        'read_local',
        'config view, config get-contexts, config current-context, config get-clusters, config get-users, kustomize, completion, help, options, version --client',
      ],
      [
        'write_local',
        'config, config use-context, config set, config set-context, config set-cluster, config set-credentials, config delete-context, config delete-cluster, config unset, config rename-context',
      ],
    ],
    'lxc incus multipass vagrant limactl colima': [
      ['read_local', 'list, ls, info, status, version, help, global-status, show'],
      ['execute', 'exec, shell, start, launch, up, ssh, restart, provision, init, run'],
      ['write_local', 'stop, delete, destroy, halt, suspend, create, snapshot'],
      ['write_external', 'publish, push'],
    ],
    'minikube kind k3d': [
      ['read_local', 'status, version, profile list, get, ip, logs'],
      ['execute write_local', 'start, create'],
      ['write_local', 'stop, delete, pause, unpause, config, addons'],
    ],
  },
  special: {
    'docker podman nerdctl': containerCopy,
    'kubectl oc': (call) => copyBehaviour(call, { verbs: ['cp'], isRemote: isHostPath }),
  },
};
