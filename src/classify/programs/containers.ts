import { compose } from '../../grammar/commands/compose.ts';
import type { Behaviour, Call, ProgramFamily } from '../behaviour.ts';
import { copyBehaviour, isHostPath } from './copying.ts';

/** A container is on this machine: only the end that is a path here counts. */
function containerCopy(call: Call): Behaviour | undefined {
  const copy = copyBehaviour(call, { verbs: ['container cp', 'cp'], isRemote: isHostPath });
  return copy && { ...copy, operations: [] };
}

/** Container engines and Kubernetes. Source: docker(1) 28, kubectl(1) 1.32; see the grammar tables. */
export const CONTAINER_OPERATIONS: ProgramFamily = {
  rows: {
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
  grammars: { 'podman-compose': compose() },
  special: {
    'docker podman nerdctl': containerCopy,
    'kubectl oc': (call) => copyBehaviour(call, { verbs: ['cp'], isRemote: isHostPath }),
  },
};
