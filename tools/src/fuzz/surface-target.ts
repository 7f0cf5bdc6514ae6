/** The costliest texts, at each surface that accepts strangers' texts, as large as it accepts. */
import { resolve } from 'node:path';
import { INPUT_LIMITS } from '@countersign/core/internal/secrets/input-limits';
import type { Target } from '@countersign/testkit/fuzz/target';
import { WORST_CASES, type WorstCase } from '@countersign/testkit/fuzz/worst-cases';
import { xdrTarget } from '@countersign/testkit/fuzz/xdr-target';
import { createRandom } from '@countersign/testkit/mutation/random';
import { SURFACES, type Surface } from '@countersign/testkit/tools/surfaces';
import fc from 'fast-check';
import { attackName, attacksOn, attackText, type PickCharacter } from '../expressions/attacks.ts';
import { findExpressions } from '../expressions/find-expressions.ts';

type SurfaceInput = { readonly surface: string; readonly text: string };

const EXPRESSIONS = await findExpressions(resolve(import.meta.dirname, '../../..'));
/** What holds an attack at its largest, whichever surface it is cut for. */
const LARGEST = INPUT_LIMITS.characters;

/** A text at a surface: refused in our words, or read. Everything that the product does with it is timed. */
export const surfaceTarget: Target<SurfaceInput> = {
  name: 'surfaces',
  // For a random expression, with random characters of its classes.
  inputs: fc
    .record({
      surface: fc.constantFrom(...SURFACES.map(({ name }) => name)),
      expression: fc.nat(EXPRESSIONS.length - 1),
      attack: fc.nat(),
      seed: fc.nat(),
      size: fc.integer({ min: 100, max: LARGEST }),
    })
    .map(({ surface, expression, attack, seed, size }) => {
      const attacks = attacksOn(EXPRESSIONS[expression]?.expression as RegExp, pickAtRandom(seed));
      const chosen = attacks[attack % attacks.length];
      return { surface, text: chosen === undefined ? '' : attackText(chosen, size) };
    }),
  check: async ({ surface, text }) => {
    const found = surfaceOf(surface);
    await found.run(cutFor(found, text));
  },
  calls: ({ surface, text }) => {
    const found = surfaceOf(surface);
    const cut = cutFor(found, text);
    return [{ name: surface, run: () => found.run(cut) }];
  },
};

const surfaceOf = (name: string): Surface => SURFACES.find((surface) => surface.name === name) as Surface;

function pickAtRandom(seed: number): PickCharacter {
  const random = createRandom(seed);
  return (ranges) => {
    const { min, max } = random.pick([...ranges]);
    return min + random.below(max - min + 1);
  };
}

/** The end of a text decides whether an expression fails on it. */
const END = 20;

/** The text with its end, as large as the surface accepts. */
function cutFor({ most, sizeOf }: Surface, given: string): string {
  let text = withFewSpecial(given);
  for (let size = sizeOf(text); size > most; size = sizeOf(text)) {
    const length = Math.min(text.length - 1, Math.floor((text.length * most) / size));
    text = text.slice(0, Math.max(0, length - END)).toWellFormed() + text.slice(-END);
  }
  return text;
}

/** Of what costs most only as much as there may be, and for the rest what costs most after it. */
function withFewSpecial(text: string): string {
  const special = /[^\n -~]/g;
  for (let count = 0; count <= INPUT_LIMITS.special; count++) if (special.exec(text) === null) return text;
  const kept = text.slice(0, special.lastIndex - 1).toWellFormed();
  return kept + 'SA'.repeat(Math.max(0, (text.length - kept.length) >> 1));
}

/** Of the many attacks on all expressions so many are tried in every run, and any of them by `pnpm fuzz`. */
const ATTACKS = 160;

const texts = WORST_CASES.filter(({ target }) => target === xdrTarget).map(({ name, input }) => ({
  name,
  input: () => input() as string,
}));
const attacks = EXPRESSIONS.flatMap(({ place, expression }) =>
  attacksOn(expression).map((attack) => ({
    name: `${place} ${attackName(attack)}`,
    input: () => attackText(attack, LARGEST),
  })),
);
const some = attacks.filter((_, index) => index % Math.ceil(attacks.length / ATTACKS) === 0);

export const WORST_SURFACE_CASES: readonly WorstCase[] = [
  ...texts.flatMap((text) => SURFACES.map((surface) => ({ ...text, surface }))),
  ...some.map((attack, index) => ({ ...attack, surface: SURFACES[index % SURFACES.length] as Surface })),
].map(({ name, input, surface }) => ({
  target: surfaceTarget,
  name,
  input: () => ({ surface: surface.name, text: input() }),
}));
