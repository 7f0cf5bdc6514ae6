/** Quantifiers for which some input takes more than linear time, as `scslre` finds them. */
import { analyse, type Report } from 'scslre';

/**
 * Nested quantifiers (`(a+)+b`), overlapping ones (`a*a*b`), and one that restarts at each place of its run (`a+$`).
 * Only where the input can fail, as each of our expressions is used alone. The analysis sees no repetitions of more
 * than one character; the attacks in `attacks.ts` try those.
 * @returns one line for each, in words
 */
export function slowQuantifiers(expression: RegExp): string[] {
  const { reports } = analyse(expression, { reportTypes: { Move: true, Self: true, Trade: true } });
  return reports.map((report) => `${WORDS[report.type](report as never)}, for example in many ${shown(report)}`);
}

const WORDS: { readonly [Type in Report['type']]: (report: Extract<Report, { type: Type }>) => string } = {
  Trade: ({ startQuant, endQuant }) => `${startQuant.raw} and ${endQuant.raw} can take the same characters`,
  Self: ({ quant, parentQuant }) => `${quant.raw} is repeated by ${parentQuant.raw}`,
  Move: ({ quant }) => `${quant.raw} is tried again from each place of its own run`,
};

const shown = ({ character }: Report): string => JSON.stringify(character.pick);
