// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import type { Grammar } from '../grammar.ts';

/**
 * `docker build`, with the classic builder or with BuildKit.
 * Source: docker-build(1) 28.2, docker-buildx-build(1) 0.24.
 */
export function build(): Grammar {
  return {
    effects: [{ given: ['--push'], does: 'runs sends' }, { does: 'runs writes' }],
    options: `
      --add-host =text, --allow =text, --annotation =text, --attest =text, --build-arg =text, --build-context =text
      --builder =text, --cache-from =text, --cache-to =text, --call =text, --cgroup-parent =text, --check, --compress
      --cpu-period =text, --cpu-quota =text, -c --cpu-shares =text, --cpuset-cpus =text, --cpuset-mems =text
      -D --debug, --disable-content-trust, -f --file =path, --force-rm, --iidfile =write, --isolation =text
      --label =text, --load, -m --memory =text, --memory-swap =text, --metadata-file =write, --network =text
      --no-cache, --no-cache-filter =text, -o --output =text, --platform =text, --progress =text, --provenance =text
      --pull, --push, -q --quiet, --rm, --sbom =text, --secret =text, --security-opt =text, --shm-size =text, --squash
      --ssh =text, -t --tag =text, --target =text, --ulimit =text
    `,
    operands: 'path',
  };
}

const BAKE: Grammar = { anyOption: true, operands: 'text*' };

/** `docker buildx`. */
export function buildx(): Grammar {
  return {
    source: 'docker-buildx(1) 0.24',
    options: '--builder =text, -D --debug',
    subcommands: {
      build: build(),
      bake: BAKE,
      create: BAKE,
      du: BAKE,
      imagetools: { subcommands: { create: BAKE, inspect: BAKE } },
      inspect: BAKE,
      ls: BAKE,
      prune: {
        options: `
          -a --all, --builder =text, --filter =text, -f --force, --keep-storage =text, --max-used-space =text
          --min-free-space =text, --reserved-space =text, --verbose
        `,
        operands: 'text*',
      },
      rm: { options: '--all-inactive, --builder =text, -f --force, --keep-daemon, --keep-state', operands: 'text*' },
      stop: BAKE,
      use: BAKE,
      version: BAKE,
    },
    aliases: { b: 'build', f: 'bake' },
  };
}

const SERVICES: Grammar = { anyOption: true, operands: 'text*' };

/** `docker compose`, also as the program docker-compose. */
export function compose(): Grammar {
  return {
    source: 'docker-compose(1) 2.36',
    byWords: {
      plain: 'ps, logs, config, images, top, ls, version, port, events',
      'network writes': 'pull',
      sends: 'push',
      runs: 'up, run, exec, start, restart, watch',
      'runs writes': 'build',
      writes: 'down, stop, kill, rm, create, pause, unpause, cp',
    },
    options: `
      --all-resources, --ansi =text, --compatibility, --dry-run, --env-file =path, -f --file =path, --parallel =text
      --profile =text, --progress =text, --project-directory =path, -p --project-name =text, --verbose, -v --version
      -h --help
    `,
    abbreviations: false,
    subcommands: {
      attach: SERVICES,
      build: SERVICES,
      config: SERVICES,
      cp: { anyOption: true, operands: 'path write' },
      create: SERVICES,
      down: {
        options: '--dry-run, --remove-orphans, --rmi =text, -t --timeout =text, -v --volumes',
        operands: 'text*',
      },
      events: SERVICES,
      exec: {
        options: `
          -d --detach, --dry-run, -e --env =text, --index =text, -T --no-TTY, --privileged, -u --user =text
          -w --workdir =text, -i --interactive, -t --tty
        `,
        operands: 'text command text*',
        optionsFirst: true,
      },
      images: SERVICES,
      kill: { options: '--dry-run, --remove-orphans, -s --signal =text', operands: 'text*' },
      logs: SERVICES,
      ls: SERVICES,
      pause: SERVICES,
      port: SERVICES,
      ps: SERVICES,
      publish: SERVICES,
      pull: SERVICES,
      push: SERVICES,
      restart: SERVICES,
      rm: { options: '--dry-run, -f --force, -s --stop, -v --volumes, -a --all', operands: 'text*' },
      run: {
        options: `
          --build, --cap-add =text, --cap-drop =text, -d --detach, --dry-run, --entrypoint =text, -e --env =text
          --env-from-file =path, -i --interactive, -l --label =text, --name =text, -T --no-TTY, --no-deps
          -p --publish =text, --pull =text, -q --quiet, --quiet-build, --quiet-pull, --remove-orphans, --rm
          -P --service-ports, --use-aliases, -u --user =text, -v --volume =mount, -w --workdir =text, -t --tty
        `,
        operands: 'text command text*',
        optionsFirst: true,
      },
      scale: SERVICES,
      start: SERVICES,
      stats: SERVICES,
      stop: SERVICES,
      top: SERVICES,
      unpause: SERVICES,
      up: SERVICES,
      version: SERVICES,
      volumes: SERVICES,
      wait: SERVICES,
      watch: SERVICES,
    },
  };
}
