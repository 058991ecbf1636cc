import type { ArgsData } from './args-data.ts';
import { allOfText, anyOfText, globsExceptText, patternsText } from './listed.ts';

/** What `args` asks, in words: all of it must hold, but for `or_operand`, which stands in for the flags. */
export function argsText(data: ArgsData): string {
  const { subcommands, noFlag, operand, noOperand, minOperands, maxOperands, afterDashes, options = [] } = data;
  const parts = [
    subcommands && `the subcommand is ${anyOfText(subcommands.map((path) => path.join(' ')))}`,
    flagsText(data),
    noFlag && `there is no ${anyOfText(noFlag)}`,
    operand && `an argument is ${patternsText(operand)}`,
    noOperand && `no argument is ${patternsText(noOperand)}`,
    minOperands !== undefined && `there are at least ${minOperands} arguments`,
    maxOperands !== undefined && `there are at most ${maxOperands} arguments`,
    afterDashes && `after \`--\` stands ${afterDashes.length === 0 ? 'anything' : patternsText(afterDashes)}`,
    ...options.map((option) => `\`${option.name}\` is ${globsExceptText(option)}`),
  ];
  return parts.filter(Boolean).join(', ');
}

function flagsText({ anyFlag, allFlags, orOperand }: ArgsData): string {
  const either = [
    anyFlag && `there is ${anyOfText(anyFlag)}`,
    orOperand && `an argument is ${patternsText(orOperand)}`,
  ];
  return [either.filter(Boolean).join(' or '), allFlags && `there is ${allOfText(allFlags)}`]
    .filter(Boolean)
    .join(', ');
}
