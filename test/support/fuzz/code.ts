import { CODE_ANALYZERS } from '../../../src/code/index.ts';
import { LIMITS } from '../../../src/shell/state/limits.ts';
import type { Finding } from './crash.ts';
import type { Random } from './random.ts';

/** Beginnings and pieces of statements of all languages: repeated to the limit, they nest, grow or do not end. */
const PIECES = String.raw`
  [ [[ [=[ --[[ { ( (( " ' ${'`'} $ ${'$'}{ $( #{ \ / // /* % %w[ q{ qw( = == => -> :: . .. ... , ; | || && a a= a.b. a( a{ } ) ] &{ ?> @ @_ & * ? ! ~ ^ < > <<
  sub_f{ f(); def_f(a)~ end~ do_|x|~ function_f() function_f(a){ foreach($a_as_$b){ for__,_n_in_ipairs{ local_a= my_$x= my_($a)=@_; $a[ $a{ $h{a}= @a=( %h=(
  %w[a_b].map_{_|d|_ .each_{_|x|_ if_a_then_ unless_ while_ puts_ %x( print_$1_|_"sh" $1= $1="a"; system( system("a". exec( a+ a.. "a".."b".. "a"."b". "$a[
  {_|a,b|_ x_=_[ x_<<_ x_+=_ x_.=_"a"; $x_.=_$x; x=x+x~ a=a..a~ set_a_$a$a~ proc_f_{a}_{ foreach_d_{a_b}_{ [list_a_ let_a_=_ exe_"a"_._ syscmd( define( .once_"|
  .shell_ s/a/b/ s/a/ s|a|b|e; y/ sort_{_ grep_{_ map_{_ __END__ =begin~ <?php_ #_a~ --_a~ ENVIRON[" getline_ split( gsub(/a/, sub_f_{_f(@_)_} def_f(*a)_f(*a)_end~
  function_f($a){f($a);} push_@a,_ unshift_ join(",", lambda_a:_ f(lambda_a: async_ await_ import_a~ from_a_import_b~ with_open(a)_as_b:~_ try:~_ yield_ {"a": a["b"]. a?.b
`
  .trim()
  .split(/\s+/)
  .map((piece) => piece.replaceAll('_', ' ').replaceAll('~', '\n'));

const LANGUAGES = [...CODE_ANALYZERS.keys()];

/** So long a reader may take for the most code that it gets; the quickest of two readings. */
const SLOW_MS = 1000;

/** Code of one language: one to four pieces again and again. */
export function longCode(random: Random): { readonly language: string; readonly code: string } {
  const count = 1 + random.below(4);
  const unit = Array.from({ length: count }, () => random.pick(PIECES)).join('');
  const code = unit.repeat(Math.ceil(LIMITS.parsedCode / unit.length)).slice(0, LIMITS.parsedCode);
  return { language: random.pick(LANGUAGES), code };
}

/** A reader that is slow. What it throws is caught, and a doubt. */
export function slowReader(language: string, code: string): Finding | undefined {
  const ms = Math.min(...[1, 2].map(() => readingMs(language, code)));
  return ms > SLOW_MS ? { line: code, what: `${language}: ${Math.round(ms)} ms` } : undefined;
}

function readingMs(language: string, code: string): number {
  const before = process.cpuUsage();
  CODE_ANALYZERS.get(language)?.(code, [], false);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
