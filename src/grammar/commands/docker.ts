// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';
import { build, buildx, compose } from './compose.ts';

function containers(): Readonly<Record<string, Grammar>> {
  const COMPOSE = compose();

  const COMMANDS = {
    attach: {
      options: '--detach-keys =text, --no-stdin, --sig-proxy',
      operands: 'text*',
    },
    build: build(),
    commit: {
      options: '-a --author =text, -c --change =text, -m --message =text, -p --pause',
      operands: 'text*',
    },
    cp: {
      options: '-a --archive, -L --follow-link, -q --quiet',
      operands: 'path write',
    },
    create: {
      options: `
        --add-host =text, --annotation =text, -a --attach =text, --blkio-weight =text, --blkio-weight-device =text
        --cap-add =text, --cap-drop =text, --cgroup-parent =text, --cgroupns =text, --cidfile =write
        --cpu-count =text, --cpu-percent =text, --cpu-period =text, --cpu-quota =text, --cpu-rt-period =text
        --cpu-rt-runtime =text, -c --cpu-shares =text, --cpus =text, --cpuset-cpus =text, --cpuset-mems =text
        --device =text, --device-cgroup-rule =text, --device-read-bps =text, --device-read-iops =text
        --device-write-bps =text, --device-write-iops =text, --disable-content-trust, --dns =text, --dns-option =text
        --dns-search =text, --domainname =text, --entrypoint =text, -e --env =text, --env-file =path, --expose =text
        --gpus =text, --group-add =text, --health-cmd =text, --health-interval =text, --health-retries =text
        --health-start-interval =text, --health-start-period =text, --health-timeout =text, -h --hostname =text
        --init, -i --interactive, --io-maxbandwidth =text, --io-maxiops =text, --ip =text, --ip6 =text, --ipc =text
        --isolation =text, --kernel-memory =text, -l --label =text, --label-file =path, --link =text
        --link-local-ip =text, --log-driver =text, --log-opt =text, --mac-address =text, -m --memory =text
        --memory-reservation =text, --memory-swap =text, --memory-swappiness =text, --mount =mount, --name =text
        --network =text, --network-alias =text, --no-healthcheck, --oom-kill-disable, --oom-score-adj =text
        --pid =text, --pids-limit =text, --platform =text, --privileged, -p --publish =text, -P --publish-all
        --pull =text, -q --quiet, --read-only, --restart =text, --rm, --runtime =text, --security-opt =text
        --shm-size =text, --stop-signal =text, --stop-timeout =text, --storage-opt =text, --sysctl =text
        --tmpfs =text, -t --tty, --ulimit =text, --use-api-socket, -u --user =text, --userns =text, --uts =text
        -v --volume =mount, --volume-driver =text, --volumes-from =text, -w --workdir =text
      `,
      operands: 'text command text*',
      optionsFirst: true,
    },
    diff: {
      operands: 'text*',
    },
    events: {
      options: '-f --filter =text, --format =text, --since =text, --until =text',
      operands: 'text*',
    },
    exec: {
      options: `
        -d --detach, --detach-keys =text, -e --env =text, --env-file =path, -i --interactive, --privileged, -t --tty
        -u --user =text, -w --workdir =text
      `,
      operands: 'text command text*',
      optionsFirst: true,
    },
    export: {
      options: '-o --output =write',
      operands: 'text*',
    },
    history: {
      options: '--format =text, -H --human, --no-trunc, --platform =text, -q --quiet',
      operands: 'text*',
    },
    images: {
      options: '-a --all, --digests, -f --filter =text, --format =text, --no-trunc, -q --quiet, --tree',
      operands: 'text*',
    },
    import: {
      options: '-c --change =text, -m --message =text, --platform =text',
      operands: 'path text',
    },
    info: {
      options: '-f --format =text',
      operands: 'text*',
    },
    inspect: {
      options: '-f --format =text, -s --size, --type =text',
      operands: 'text*',
    },
    kill: {
      options: '-s --signal =text',
      operands: 'text*',
    },
    load: {
      options: '-i --input =path, --platform =text, -q --quiet',
      operands: 'text*',
    },
    login: {
      options: '-p --password =text, --password-stdin, -u --username =text',
      operands: 'text*',
    },
    logout: {
      operands: 'text*',
    },
    logs: {
      options: '--details, -f --follow, --since =text, -n --tail =text, -t --timestamps, --until =text',
      operands: 'text*',
    },
    pause: {
      operands: 'text*',
    },
    port: {
      operands: 'text*',
    },
    ps: {
      options: `
        -a --all, -f --filter =text, --format =text, -n --last =text, -l --latest, --no-trunc, -q --quiet, -s --size
      `,
      operands: 'text*',
    },
    pull: {
      options: '-a --all-tags, --disable-content-trust, --platform =text, -q --quiet',
      operands: 'text*',
    },
    push: {
      options: '-a --all-tags, --disable-content-trust, --platform =text, -q --quiet',
      operands: 'text*',
    },
    rename: {
      operands: 'text*',
    },
    restart: {
      options: '-s --signal =text, -t --timeout =text',
      operands: 'text*',
    },
    rm: {
      options: '-f --force, -l --link, -v --volumes',
      operands: 'text*',
    },
    rmi: {
      options: '-f --force, --no-prune, --platform =text',
      operands: 'text*',
    },
    run: {
      options: `
        --add-host =text, --annotation =text, -a --attach =text, --blkio-weight =text, --blkio-weight-device =text
        --cap-add =text, --cap-drop =text, --cgroup-parent =text, --cgroupns =text, --cidfile =write
        --cpu-count =text, --cpu-percent =text, --cpu-period =text, --cpu-quota =text, --cpu-rt-period =text
        --cpu-rt-runtime =text, -c --cpu-shares =text, --cpus =text, --cpuset-cpus =text, --cpuset-mems =text
        -d --detach, --detach-keys =text, --device =text, --device-cgroup-rule =text, --device-read-bps =text
        --device-read-iops =text, --device-write-bps =text, --device-write-iops =text, --disable-content-trust
        --dns =text, --dns-option =text, --dns-search =text, --domainname =text, --entrypoint =text, -e --env =text
        --env-file =path, --expose =text, --gpus =text, --group-add =text, --health-cmd =text, --health-interval =text
        --health-retries =text, --health-start-interval =text, --health-start-period =text, --health-timeout =text
        -h --hostname =text, --init, -i --interactive, --io-maxbandwidth =text, --io-maxiops =text, --ip =text
        --ip6 =text, --ipc =text, --isolation =text, --kernel-memory =text, -l --label =text, --label-file =path
        --link =text, --link-local-ip =text, --log-driver =text, --log-opt =text, --mac-address =text
        -m --memory =text, --memory-reservation =text, --memory-swap =text, --memory-swappiness =text, --mount =mount
        --name =text, --network =text, --network-alias =text, --no-healthcheck, --oom-kill-disable
        --oom-score-adj =text, --pid =text, --pids-limit =text, --platform =text, --privileged, -p --publish =text
        -P --publish-all, --pull =text, -q --quiet, --read-only, --restart =text, --rm, --runtime =text
        --security-opt =text, --shm-size =text, --sig-proxy, --stop-signal =text, --stop-timeout =text
        --storage-opt =text, --sysctl =text, --tmpfs =text, -t --tty, --ulimit =text, --use-api-socket
        -u --user =text, --userns =text, --uts =text, -v --volume =mount, --volume-driver =text, --volumes-from =text
        -w --workdir =text
      `,
      operands: 'text command text*',
      optionsFirst: true,
    },
    save: {
      options: '-o --output =write, --platform =text',
      operands: 'text*',
    },
    search: {
      options: '-f --filter =text, --format =text, --limit =text, --no-trunc',
      operands: 'text*',
    },
    start: {
      options: '-a --attach, --checkpoint =text, --checkpoint-dir =text, --detach-keys =text, -i --interactive',
      operands: 'text*',
    },
    stats: {
      options: '-a --all, --format =text, --no-stream, --no-trunc',
      operands: 'text*',
    },
    stop: {
      options: '-s --signal =text, -t --timeout =text',
      operands: 'text*',
    },
    tag: {
      operands: 'text*',
    },
    top: {
      operands: 'text*',
    },
    unpause: {
      operands: 'text*',
    },
    update: {
      options: `
        --blkio-weight =text, --cpu-period =text, --cpu-quota =text, --cpu-rt-period =text, --cpu-rt-runtime =text
        -c --cpu-shares =text, --cpus =text, --cpuset-cpus =text, --cpuset-mems =text, -m --memory =text
        --memory-reservation =text, --memory-swap =text, --pids-limit =text, --restart =text
      `,
      operands: 'text*',
    },
    version: {
      options: '-f --format =text',
      operands: 'text*',
    },
    wait: {
      operands: 'text*',
    },
  } satisfies Record<string, Grammar>;

  const DOCKER: Grammar = {
    source: '`docker COMMAND --help` of Docker 28.2',
    options: `
      --config =path, -c --context =text, -D --debug, -H --host =text, -l --log-level =text, --tls, --tlscacert =path
      --tlscert =path, --tlskey =path, --tlsverify, -v --version, --help
    `,
    abbreviations: false,
    byWords: {
      plain: `
        ps, images, inspect, logs, top, stats, port, diff, history, info, version, events, container ls, container inspect
        container logs, container top, container stats, container port, image ls, image inspect, image history, network ls
        network inspect, volume ls, volume inspect, system df, system info, system events, context, context ls, context show
        context inspect, buildx ls, buildx inspect, buildx du, plugin ls, secret ls, secret inspect, config ls, node ls, service ls
        service ps, service logs, stack ls, stack ps, stack services, help
      `,
      'network writes': 'pull, image pull, login, plugin install',
      network: 'search, manifest inspect, buildx imagetools inspect',
      sends: 'push, image push, manifest push, plugin push, trust sign, trust revoke, buildx imagetools create',
      runs: `
        run, exec, start, restart, attach, container run, container exec, container start, container attach, stack deploy
        service create, service update, buildx bake, container restart
      `,
      'runs writes': 'builder build',
      writes: `
        rm, rmi, stop, kill, pause, unpause, rename, tag, create, commit, update, import, load, wait, save, export
        container rm, container stop, container kill, container prune, container create, container commit, container rename
        container update, container pause, container unpause, container export, image rm, image prune, image tag, image load
        image save, image import, network create, network rm, network prune, network connect, network disconnect, volume create
        volume rm, volume prune, volume update, system prune, builder prune, context use, context create, context rm
        context update, context export, context import, buildx create, buildx rm, buildx use, buildx prune, swarm, service rm
        service scale, stack rm, secret create, secret rm, config create, config rm, node update, node rm, logout, manifest create
        manifest annotate, manifest rm, plugin enable, plugin disable, plugin rm, plugin set, trust key
      `,
    },
    subcommands: {
      ...COMMANDS,
      compose: COMPOSE,
      buildx: buildx(),
      builder: {
        subcommands: {
          build: COMMANDS.build,
          prune: {
            options: '-a --all, --filter =text, -f --force, --keep-storage =text',
            operands: 'text*',
          },
        },
      },
      checkpoint: {
        subcommands: {
          create: {
            options: '--checkpoint-dir =text, --leave-running',
            operands: 'text*',
          },
          ls: {
            options: '--checkpoint-dir =text',
            operands: 'text*',
          },
          rm: {
            options: '--checkpoint-dir =text',
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      config: {
        subcommands: {
          create: {
            options: '-l --label =text, --template-driver =text',
            operands: 'text path',
          },
          inspect: {
            options: '-f --format =text, --pretty',
            operands: 'text*',
          },
          ls: {
            options: '-f --filter =text, --format =text, -q --quiet',
            operands: 'text*',
          },
          rm: {
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      container: {
        subcommands: {
          attach: COMMANDS.attach,
          commit: COMMANDS.commit,
          cp: COMMANDS.cp,
          create: COMMANDS.create,
          diff: COMMANDS.diff,
          exec: COMMANDS.exec,
          export: COMMANDS.export,
          inspect: {
            options: '-f --format =text, -s --size',
            operands: 'text*',
          },
          kill: COMMANDS.kill,
          logs: COMMANDS.logs,
          ls: COMMANDS.ps,
          pause: COMMANDS.pause,
          port: COMMANDS.port,
          prune: {
            options: '--filter =text, -f --force',
            operands: 'text*',
          },
          rename: COMMANDS.rename,
          restart: COMMANDS.restart,
          rm: COMMANDS.rm,
          run: COMMANDS.run,
          start: COMMANDS.start,
          stats: COMMANDS.stats,
          stop: COMMANDS.stop,
          top: COMMANDS.top,
          unpause: COMMANDS.unpause,
          update: COMMANDS.update,
          wait: COMMANDS.wait,
        },
        aliases: { remove: 'rm', list: 'ls', ps: 'ls' },
      },
      context: {
        subcommands: {
          create: {
            options: '--description =text, --docker =text, --from =text',
            operands: 'text*',
          },
          export: {
            operands: 'text write',
          },
          import: {
            operands: 'text path',
          },
          inspect: {
            options: '-f --format =text',
            operands: 'text*',
          },
          ls: {
            options: '--format =text, -q --quiet',
            operands: 'text*',
          },
          rm: {
            options: '-f --force',
            operands: 'text*',
          },
          show: {
            operands: 'text*',
          },
          update: {
            options: '--description =text, --docker =text',
            operands: 'text*',
          },
          use: {
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      image: {
        subcommands: {
          build: COMMANDS.build,
          history: COMMANDS.history,
          import: COMMANDS.import,
          inspect: {
            options: '-f --format =text, --platform =text',
            operands: 'text*',
          },
          load: COMMANDS.load,
          ls: COMMANDS.images,
          prune: {
            options: '-a --all, --filter =text, -f --force',
            operands: 'text*',
          },
          pull: COMMANDS.pull,
          push: COMMANDS.push,
          rm: COMMANDS.rmi,
          save: COMMANDS.save,
          tag: COMMANDS.tag,
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      manifest: {
        subcommands: {
          annotate: {
            options: '--arch =text, --os =text, --os-features =text, --os-version =text, --variant =text',
            operands: 'text*',
          },
          create: {
            options: '-a --amend, --insecure',
            operands: 'text*',
          },
          inspect: {
            options: '--insecure, -v --verbose',
            operands: 'text*',
          },
          push: {
            options: '--insecure, -p --purge',
            operands: 'text*',
          },
          rm: {
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm' },
      },
      network: {
        subcommands: {
          connect: {
            options: `
              --alias =text, --driver-opt =text, --gw-priority =text, --ip =text, --ip6 =text, --link =text
              --link-local-ip =text
            `,
            operands: 'text*',
          },
          create: {
            options: `
              --attachable, --aux-address =text, --config-from =text, --config-only, -d --driver =text
              --gateway =text, --ingress, --internal, --ip-range =text, --ipam-driver =text, --ipam-opt =text, --ipv4
              --ipv6, --label =text, -o --opt =text, --scope =text, --subnet =text
            `,
            operands: 'text*',
          },
          disconnect: {
            options: '-f --force',
            operands: 'text*',
          },
          inspect: {
            options: '-f --format =text, -v --verbose',
            operands: 'text*',
          },
          ls: {
            options: '-f --filter =text, --format =text, --no-trunc, -q --quiet',
            operands: 'text*',
          },
          prune: {
            options: '--filter =text, -f --force',
            operands: 'text*',
          },
          rm: {
            options: '-f --force',
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      node: {
        subcommands: {
          demote: {
            operands: 'text*',
          },
          inspect: {
            options: '-f --format =text, --pretty',
            operands: 'text*',
          },
          ls: {
            options: '-f --filter =text, --format =text, -q --quiet',
            operands: 'text*',
          },
          promote: {
            operands: 'text*',
          },
          ps: {
            options: '-f --filter =text, --format =text, --no-resolve, --no-trunc, -q --quiet',
            operands: 'text*',
          },
          rm: {
            options: '-f --force',
            operands: 'text*',
          },
          update: {
            options: '--availability =text, --label-add =text, --label-rm =text, --role =text',
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      plugin: {
        subcommands: {
          create: {
            options: '--compress',
            operands: 'text path',
          },
          disable: {
            options: '-f --force',
            operands: 'text*',
          },
          enable: {
            options: '--timeout =text',
            operands: 'text*',
          },
          inspect: {
            options: '-f --format =text',
            operands: 'text*',
          },
          install: {
            options: '--alias =text, --disable, --disable-content-trust, --grant-all-permissions',
            operands: 'text*',
          },
          ls: {
            options: '-f --filter =text, --format =text, --no-trunc, -q --quiet',
            operands: 'text*',
          },
          push: {
            options: '--disable-content-trust',
            operands: 'text*',
          },
          rm: {
            options: '-f --force',
            operands: 'text*',
          },
          set: {
            operands: 'text*',
          },
          upgrade: {
            options: '--disable-content-trust, --grant-all-permissions, --skip-remote-check',
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      secret: {
        subcommands: {
          create: {
            options: '-d --driver =text, -l --label =text, --template-driver =text',
            operands: 'text path',
          },
          inspect: {
            options: '-f --format =text, --pretty',
            operands: 'text*',
          },
          ls: {
            options: '-f --filter =text, --format =text, -q --quiet',
            operands: 'text*',
          },
          rm: {
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      service: {
        subcommands: {
          create: {
            options: `
              --cap-add =text, --cap-drop =text, --config =path, --constraint =text, --container-label =text
              --credential-spec =text, -d --detach, --dns =text, --dns-option =text, --dns-search =text
              --endpoint-mode =text, --entrypoint =text, -e --env =text, --env-file =path, --generic-resource =text
              --group =text, --health-cmd =text, --health-interval =text, --health-retries =text
              --health-start-interval =text, --health-start-period =text, --health-timeout =text, --host =text
              --hostname =text, --init, --isolation =text, -l --label =text, --limit-cpu =text, --limit-memory =text
              --limit-pids =text, --log-driver =text, --log-opt =text, --max-concurrent =text, --mode =text
              --mount =text, --name =text, --network =text, --no-healthcheck, --no-resolve-image
              --oom-score-adj =text, --options-pref =text, -p --publish =text, -q --quiet, --read-only
              --replicas =text, --replicas-max-per-node =text, --reserve-cpu =text, --reserve-memory =text
              --restart-condition =text, --restart-delay =text, --restart-max-attempts =text, --restart-window =text
              --rollback-delay =text, --rollback-failure-action =text, --rollback-max-failure-ratio =text
              --rollback-monitor =text, --rollback-order =text, --rollback-parallelism =text, --secret =text
              --stop-grace-period =text, --stop-signal =text, --sysctl =text, -t --tty, --ulimit =text
              --update-delay =text, --update-failure-action =text, --update-max-failure-ratio =text
              --update-monitor =text, --update-order =text, --update-parallelism =text, -u --user =text
              --with-registry-auth, -w --workdir =text
            `,
            operands: 'text*',
          },
          inspect: {
            options: '-f --format =text, --pretty',
            operands: 'text*',
          },
          logs: {
            options: `
              --details, -f --follow, --no-resolve, --no-task-ids, --no-trunc, --raw, --since =text, -n --tail =text
              -t --timestamps
            `,
            operands: 'text*',
          },
          ls: {
            options: '-f --filter =text, --format =text, -q --quiet',
            operands: 'text*',
          },
          ps: {
            options: '-f --filter =text, --format =text, --no-resolve, --no-trunc, -q --quiet',
            operands: 'text*',
          },
          rm: {
            operands: 'text*',
          },
          rollback: {
            options: '-d --detach, -q --quiet',
            operands: 'text*',
          },
          scale: {
            options: '-d --detach',
            operands: 'text*',
          },
          update: {
            options: `
              --args =text, --cap-add =text, --cap-drop =text, --config-add =text, --config-rm =text
              --constraint-add =text, --constraint-rm =text, --container-label-add =text, --container-label-rm =text
              --credential-spec =text, -d --detach, --dns-add =text, --dns-option-add =text, --dns-option-rm =text
              --dns-rm =text, --dns-search-add =text, --dns-search-rm =text, --endpoint-mode =text, --entrypoint =text
              --env-add =text, --env-rm =text, --force, --generic-resource-add =text, --generic-resource-rm =text
              --group-add =text, --group-rm =text, --health-cmd =text, --health-interval =text, --health-retries =text
              --health-start-interval =text, --health-start-period =text, --health-timeout =text, --host-add =text
              --host-rm =text, --hostname =text, --image =text, --init, --isolation =text, --label-add =text
              --label-rm =text, --limit-cpu =text, --limit-memory =text, --limit-pids =text, --log-driver =text
              --log-opt =text, --max-concurrent =text, --mount-add =text, --mount-rm =text, --network-add =text
              --network-rm =text, --no-healthcheck, --no-resolve-image, --oom-score-adj =text
              --options-pref-add =text, --options-pref-rm =text, --publish-add =text, --publish-rm =text
              -q --quiet, --read-only, --replicas =text, --replicas-max-per-node =text, --reserve-cpu =text
              --reserve-memory =text, --restart-condition =text, --restart-delay =text, --restart-max-attempts =text
              --restart-window =text, --rollback, --rollback-delay =text, --rollback-failure-action =text
              --rollback-max-failure-ratio =text, --rollback-monitor =text, --rollback-order =text
              --rollback-parallelism =text, --secret-add =text, --secret-rm =text, --stop-grace-period =text
              --stop-signal =text, --sysctl-add =text, --sysctl-rm =text, -t --tty, --ulimit-add =text
              --ulimit-rm =text, --update-delay =text, --update-failure-action =text, --update-max-failure-ratio =text
              --update-monitor =text, --update-order =text, --update-parallelism =text, -u --user =text
              --with-registry-auth, -w --workdir =text
            `,
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      stack: {
        subcommands: {
          config: {
            options: '-c --compose-file =text, --skip-interpolation',
            operands: 'text*',
          },
          deploy: {
            options: `
              -c --compose-file =text, -d --detach, --prune, -q --quiet, --resolve-image =text, --with-registry-auth
            `,
            operands: 'text*',
          },
          ls: {
            options: '--format =text',
            operands: 'text*',
          },
          ps: {
            options: '-f --filter =text, --format =text, --no-resolve, --no-trunc, -q --quiet',
            operands: 'text*',
          },
          rm: {
            options: '-d --detach',
            operands: 'text*',
          },
          services: {
            options: '-f --filter =text, --format =text, -q --quiet',
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
      swarm: {
        subcommands: {
          ca: {
            options: `
              --ca-cert =text, --ca-key =text, --cert-expiry =text, -d --detach, --external-ca =text, -q --quiet
              --rotate
            `,
            operands: 'text*',
          },
          init: {
            options: `
              --advertise-addr =text, --autolock, --availability =text, --cert-expiry =text, --data-path-addr =text
              --data-path-port =text, --default-addr-pool =text, --default-addr-pool-mask-length =text
              --dispatcher-heartbeat =text, --external-ca =text, --force-new-cluster, --listen-addr =text
              --max-snapshots =text, --snapshot-interval =text, --task-history-limit =text
            `,
            operands: 'text*',
          },
          join: {
            options: `
              --advertise-addr =text, --availability =text, --data-path-addr =text, --listen-addr =text, --token =text
            `,
            operands: 'text*',
          },
          'join-token': {
            options: '-q --quiet, --rotate',
            operands: 'text*',
          },
          leave: {
            options: '-f --force',
            operands: 'text*',
          },
          unlock: {
            operands: 'text*',
          },
          'unlock-key': {
            options: '-q --quiet, --rotate',
            operands: 'text*',
          },
          update: {
            options: `
              --autolock, --cert-expiry =text, --dispatcher-heartbeat =text, --external-ca =text
              --max-snapshots =text, --snapshot-interval =text, --task-history-limit =text
            `,
            operands: 'text*',
          },
        },
      },
      system: {
        subcommands: {
          df: {
            options: '--format =text, -v --verbose',
            operands: 'text*',
          },
          events: COMMANDS.events,
          info: COMMANDS.info,
          prune: {
            options: '-a --all, --filter =text, -f --force, --volumes',
            operands: 'text*',
          },
        },
      },
      trust: {
        subcommands: {
          key: {
            subcommands: {
              generate: {
                options: '--dir =text',
                operands: 'text*',
              },
              load: {
                options: '--name =text',
                operands: 'text*',
              },
            },
          },
          signer: {
            subcommands: {
              add: {
                options: '--key =text',
                operands: 'text*',
              },
              remove: {
                options: '-f --force',
                operands: 'text*',
              },
            },
          },
          inspect: {
            options: '--pretty',
            operands: 'text*',
          },
          revoke: {
            options: '-y --yes',
            operands: 'text*',
          },
          sign: {
            options: '--local',
            operands: 'text*',
          },
        },
      },
      volume: {
        subcommands: {
          create: {
            options: `
              --availability =text, -d --driver =text, --group =text, --label =text, --limit-bytes =text
              -o --opt =text, --required-bytes =text, --scope =text, --secret =text, --sharing =text
              --topology-preferred =text, --topology-required =text, --type =text
            `,
            operands: 'text*',
          },
          inspect: {
            options: '-f --format =text',
            operands: 'text*',
          },
          ls: {
            options: '--cluster, -f --filter =text, --format =text, -q --quiet',
            operands: 'text*',
          },
          prune: {
            options: '-a --all, --filter =text, -f --force',
            operands: 'text*',
          },
          rm: {
            options: '-f --force',
            operands: 'text*',
          },
          update: {
            options: '--availability =text',
            operands: 'text*',
          },
        },
        aliases: { remove: 'rm', list: 'ls' },
      },
    },
    aliases: { list: 'ps' },
  };

  /** podman(1) 4.9: groups that docker does not have */
  const GROUP: Grammar = {
    anyOption: true,
    subcommands: {
      rm: { options: '-a --all, -f --force, -i --ignore, -t --time =text', anyOption: true, operands: 'text*' },
      prune: { options: '-f --force', operands: 'text*' },
      ...Object.fromEntries(
        [
          'create',
          'inspect',
          'start',
          'stop',
          'restart',
          'kill',
          'ps',
          'ls',
          'list',
          'logs',
          'stats',
          'init',
          'set',
          'ssh',
          'info',
          'exists',
          'top',
        ].map((name): [string, Grammar] => [name, { anyOption: true, operands: 'text*' }]),
      ),
    },
  };

  return {
    docker: DOCKER,
    'docker-compose': COMPOSE,
    podman: { ...DOCKER, anyOption: true, subcommands: { ...DOCKER.subcommands, machine: GROUP, pod: GROUP } },
    nerdctl: { ...DOCKER, anyOption: true },
  };
}

/** Container engines. podman keeps docker's command line and adds to it. */
export const CONTAINERS = family('docker docker-compose podman nerdctl', containers);
