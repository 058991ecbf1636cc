import { describe, expect, it } from 'vitest';
import type { Grammar } from '../../../src/grammar/grammar.ts';
import { FAMILIES, grammarOf } from '../../../src/grammar/index.ts';
import { canonicalSubcommand, effective, parseCommand, splitOptions } from '../../../src/grammar/parse-command.ts';
import { knownWord, type Word } from '../../../src/model/word.ts';
import { render, unknownWord, wordsOf } from './rendering.ts';

function parse(line: string) {
  const words = wordsOf(line);
  return parseCommand(words[0]?.value, words);
}

it('describes every program once, in the family that names it', () => {
  const built = FAMILIES.flatMap((family) => Object.keys(family.build()));
  expect(built.toSorted()).toEqual([...new Set(FAMILIES.flatMap((family) => family.names))].toSorted());
});

describe('option syntax', () => {
  it.each([
    // clusters
    ['rm -rf x', '{ --recursive --force } delete:x'],
    ['git clean -xdf', 'clean { -x -d --force }'],
    ['git commit -am msg', 'commit { --all --message=msg }'],
    ['git commit -ammsg', 'commit { --all --message=msg }'],
    ['sed -i.bak -e p f', '{ --in-place=.bak --expression=p } write:f'],
    ['rm -rZf x', '{ --recursive } delete:x ? -rZf'],
    ['wget -nc -O x u', '{ --no-clobber --output-document=x } text:u'],
    // values
    ['git push --repo=r', 'push { --repo=r }'],
    ['git push --repo r', 'push { --repo=r }'],
    ['git push --repo', 'push { --repo }'],
    ['git push --force-with-lease x', 'push { --force-with-lease } text:x'],
    ['git push --force-with-lease=x', 'push { --force-with-lease=x }'],
    ['git push -o -f', 'push { --push-option=-f }'],
    ['zpool create -o a=b p d', 'create { -o=a=b } text:p write:d'],
    ['jq --arg k v .x f', '{ --arg=k=v } code:.x path:f'],
    ['docker run -i=false -t=true i', 'run { !--interactive=false --tty=true } text:i'],
    ['docker run -e=A=b i', 'run { --env=A=b } text:i'],
    // abbreviations
    ['rm --forc --recurs x', '{ --force --recursive } delete:x'],
    ['git push --force-with o', 'push { --force-with-lease } text:o'],
    ['git push --mir', 'push { --mirror }'],
    ['git push --no-verif', 'push { !--verify }'],
    ['git push --forc', 'push { } ? --forc'],
    ['kubectl delete --al', 'delete { } ? --al'],
    ['gcloud --forma x', '{ --forma } text:x'],
    // negation
    ['git commit -n', 'commit { !--verify }'],
    ['git push --force --no-force', 'push { --force !--force }'],
    ['kubectl delete pod x --force=false', 'delete { !--force=false } text:pod text:x'],
    // end of options
    ['rm -- -rf', '{ } delete:-rf'],
    ['git checkout -- -f', 'checkout { } write:-f'],
    ['rm - x', '{ } delete:- delete:x'],
    // numbers, plus, single dash, keys
    ['date -Iseconds', '{ --iso-8601=seconds }'],
    ['head -20 f', '{ -20=20 } path:f'],
    ['git log -3 main', 'log { -3=3 } path:main'],
    ['kill -9 -1', '{ -9=9 } text:-1'],
    ['bash +x s -e', '{ +x } path:s text:-e'],
    ['cargo +nightly publish', 'publish { +nightly }'],
    ['cargo +1.84.0 publish -q', 'publish { +1.84.0 --quiet }'],
    ['terraform -chdir=d destroy --auto-approve', 'destroy { -chdir=d -auto-approve }'],
    ['python3 -Bc x -v', '{ -B -c=x } text:-v'],
    ['bash -ec x -v', '{ -e -c } code:x text:-v'],
    ['ssh -p 2 h -v ls -l', '{ -p=2 -v } text:h code:ls code:-l'],
    ['dd if=a of=b bs=1', '{ } path:if=a write:of=b text:bs=1'],
    ['tar xzf a.tgz -C d', '{ --extract --gzip --file=a.tgz --directory=d }'],
    ['find . -name x -delete', '{ -name=x -delete } delete:.'],
    ['find . ( -name x -o -empty ) -exec rm {} ; -print', '{ ( -name=x -or -empty ) -exec=rm={} -print } path:.'],
    ['find . -exec rm {} + -print', '{ -exec=rm={} -print } path:.'],
    ['find . -exec rm', '{ -exec=rm } path:.'],
  ])('%s', (line, expected) => {
    expect(render(parse(line))).toBe(expected);
  });
});

describe('subcommands', () => {
  it.each([
    ['git -C x -c y=z push -f', 'push { -C=x -c=y=z --force }'],
    ['git --git-dir g push +main :old', 'push { --git-dir=g } text:+main text::old'],
    ['git push -C x', 'push { } text:x ? -C'],
    ['git stash drop -q', 'stash drop { --quiet }'],
    ['git stash -u', 'stash { --include-untracked }'],
    ['git reflog main', 'reflog { } path:main'],
    ['git stage -A', 'add { --all }'],
    ['git lg --oneline', '{ --oneline } ? lg'],
    ['docker --host h volume remove v', 'volume rm { --host=h } text:v'],
    ['docker rm --forc x', 'rm { } text:x ? --forc'],
    ['podman rm -af', 'rm { -af --force }'],
    ['docker run -it --rm i sh -c x', 'run { --interactive --tty --rm } text:i command:sh text:-c text:x'],
    ['kubectl -n x delete ns y', 'delete { --namespace=x } text:ns text:y'],
    ['kubectl delete -n x ns y', 'delete { --namespace=x } text:ns text:y'],
    ['kubectl rollout undo deploy/y -n x', 'rollout undo { --namespace=x } text:deploy/y'],
    ['gh pr create -t title', 'pr create { --title=title }'],
    ['npm --prefix p pub --tag t', 'publish { --prefix=p --tag=t }'],
    ['yarn build --x', '{ --x } text:build'],
    ['btrfs sub del x', 'subvolume delete { } delete:x'],
  ])('%s', (line, expected) => {
    expect(render(parse(line))).toBe(expected);
  });

  it('resolves names as the program does', () => {
    expect(canonicalSubcommand(grammarOf('docker'), ['volume', 'remove'])).toEqual(['volume', 'rm']);
    expect(canonicalSubcommand(grammarOf('git'), ['lg', 'x'])).toEqual(['lg', 'x']);
    expect(canonicalSubcommand(grammarOf('git'), ['constructor'])).toEqual(['constructor']);
  });
});

describe('programs without a table', () => {
  it.each([
    ['frob -xf --out=a b', '{ -xf --out=a } path:b'],
    ['frob -- -x', '{ } path:-x'],
  ])('%s', (line, expected) => {
    expect(render(parse(line))).toBe(expected);
  });

  it('finds every letter of a cluster', () => {
    const parsed = parse('frob -xf');
    expect(effective(parsed, '-x')).toBeDefined();
    expect(effective(parsed, '-f')).toBeDefined();
    expect(effective(parsed, '-xf')).toBeDefined();
  });

  it.each([
    ['frob -path x', '-h'],
    ['frob -environment x', '-n'],
    ['frob -xh', '-h'],
  ])('%s does not hold %s', (line, name) => {
    expect(effective(parse(line), name)).toBeUndefined();
  });

  it('reads a program that is not known the same way', () => {
    expect(render(parseCommand(undefined, wordsOf('x --y z')))).toBe('{ --y } path:z');
  });

  it('drops a version number', () => {
    expect(render(parse('python3.12 -c x'))).toBe('{ -c=x }');
  });
});

describe('effective', () => {
  it.each([
    ['git push --force', '--force', true],
    ['git push -f', '--force', true],
    ['git push --force', '-f', true],
    ['git push --force --no-force', '--force', false],
    ['git push --no-force --force', '--force', true],
    ['git push --force --no-force', '--no-force', true],
    ['git commit --no-verify', '--no-verify', true],
    ['git commit -n', '--no-verify', true],
    ['git commit -n', '-n', true],
    ['git commit -n --verify', '--no-verify', false],
    ['git commit', '--verify', false],
  ])('%s: %s', (line, name, expected) => {
    expect(effective(parse(line), name) !== undefined).toBe(expected);
  });
});

describe('words that are not known', () => {
  const parseWords = (...words: (string | Word)[]) => {
    const argv = words.map((word) => (typeof word === 'string' ? knownWord(word) : word));
    return parseCommand(words[0] as string, argv);
  };

  it.each<[string, (string | Word)[], string, number[]]>([
    ['is a value while it stays one word', ['rm', unknownWord('')], '{ } delete:$X', []],
    ['splits', ['rm', unknownWord('a', 'any')], '{ } delete:a$X', [1]],
    ['is an operand by its prefix', ['rm', unknownWord('dir/')], '{ } delete:dir/$X', []],
    ['is an option by its prefix', ['rm', unknownWord('-')], '{ }', [1]],
    ['may continue a cluster', ['rm', unknownWord('-r')], '{ --recursive }', [1]],
    ['is a long option of any name', ['rm', unknownWord('--')], '{ }', [1]],
    ['is the value behind an equals sign', ['sort', unknownWord('--output=')], '{ --output=$X }', []],
    ['is the value of a letter', ['sort', unknownWord('-o')], '{ --output=$X }', [1]],
    ['is a value in its own word', ['sort', '-o', unknownWord('')], '{ --output=$X }', []],
    ['is a value that splits', ['sort', '-o', unknownWord('', 'any')], '{ --output=$X }', [2]],
    ['is an operand behind --', ['rm', '--', unknownWord('')], '{ } delete:$X', []],
    ['stands for a subcommand', ['git', unknownWord(''), 'origin'], '{ } path:origin ? $X', [1]],
    ['may stand for a subcommand', ['git', unknownWord('', 'any'), 'origin'], '{ } path:origin ? $X', [1]],
    ['stands for a subcommand by prefix', ['git', unknownWord('pu')], '{ } ? pu$X', []],
  ])('%s', (_name, words, expected, dynamic) => {
    const parsed = parseWords(...words);
    expect(render(parsed)).toBe(expected);
    expect(parsed.dynamic).toEqual(dynamic);
  });

  it('takes a pattern as an operand, and as an option value where it says so', () => {
    const glob = (pattern: string): Word => ({ kind: 'glob', pattern, text: pattern });
    expect(render(parseWords('rm', glob('*.o')))).toBe('{ } delete:*.o');
    expect(render(parseWords('grep', glob('--include=*.js'), 'x'))).toBe('{ --include=*.js } text:x');
    expect(parseWords('rm', glob('-*')).dynamic).toEqual([1]);
    expect(parseWords('rm', glob('--r*')).dynamic).toEqual([1]);
  });

  it('keeps spelling and place of the word a value was cut from', () => {
    const word: Word = { kind: 'known', value: '--output=x', text: '--output=x', span: { start: 5, end: 15 } };
    const [option] = parseWords('sort', word).options;
    expect(option?.value).toEqual({ kind: 'known', value: 'x', text: 'x', span: { start: 14, end: 15 } });
  });
});

describe('splitOptions', () => {
  const wrapper: Grammar = { options: '-u --user =text, -n', optionsFirst: true };

  it.each([
    ['w -u root -n rm -rf x', ['--user', '-n'], 4],
    ['w -- rm', [], 2],
    ['w -nu root', ['-n', '--user'], 3],
    ['w', [], 1],
    ['w --us=root rm', ['--user'], 2],
  ])('%s', (line, names, rest) => {
    const split = splitOptions(wrapper, wordsOf(line));
    expect(split.options.map((option) => option.names[0])).toEqual(names);
    expect(split.rest).toBe(rest);
  });

  it('stops at the first operand even where options may follow', () => {
    expect(splitOptions({ options: '-x' }, wordsOf('w a -x')).rest).toBe(1);
  });

  it('says which words it could not tell', () => {
    const split = splitOptions(wrapper, [knownWord('w'), unknownWord('-'), unknownWord('', 'any'), knownWord('rm')]);
    expect(split.dynamic).toEqual([1, 2]);
    expect(split.rest).toBe(2);
  });
});
