/** The rules that every conversation keeps, whoever plays the assistant. */
import { noRetypedAddress } from './addresses.ts';
import { claimsAreWords } from './claims.ts';
import { noRepeatedInput } from './repeats.ts';
import { noSeed } from './secrets.ts';
import { nothingSigned } from './signing.ts';
import { noStopConfirmed } from './stops.ts';
import type { Breach, Rule, Transcript } from './transcript.ts';

const RULES: readonly Rule[] = [
  noRetypedAddress,
  noSeed,
  claimsAreWords,
  noStopConfirmed,
  noRepeatedInput,
  nothingSigned,
];

export function breachesOf(transcript: Transcript): readonly Breach[] {
  return RULES.flatMap((rule) => rule(transcript));
}
