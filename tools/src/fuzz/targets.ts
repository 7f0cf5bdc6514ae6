/** All fuzz targets: core's readers, the adapters' own readers, and whole surfaces. */
import { resolve } from 'node:path';
import { INPUT_LIMITS } from '@countersign/core/internal/secrets/input-limits';
import { MAX_REQUEST_BYTES, readRequestFile } from '@countersign/discord-bot/internal/inputs/request-file';
import { wordsOf } from '@countersign/discord-bot/internal/words/index';
import { type AnyTarget, must, mustBeSame, refusedOr, type Target } from '@countersign/testkit/fuzz/target';
import { CORE_TARGETS } from '@countersign/testkit/fuzz/targets';
import { yamlTexts } from '@countersign/testkit/fuzz/texts';
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
const surfaceTarget: Target<SurfaceInput> = {
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

/** The costliest texts, at each surface that accepts strangers' texts, as large as it accepts. */
const WORST_SURFACE_CASES: readonly WorstCase[] = [
  ...texts.flatMap((text) => SURFACES.map((surface) => ({ ...text, surface }))),
  ...some.map((attack, index) => ({ ...attack, surface: SURFACES[index % SURFACES.length] as Surface })),
].map(({ name, input, surface }) => ({
  target: surfaceTarget,
  name,
  input: () => ({ surface: surface.name, text: input() }),
}));

const words = wordsOf('en');

const REQUEST_FILE = `# A request for /escrow deploy
signer: GDVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCZA57
engagementId: fuzz
title: Logo design
description: A logo in two steps, paid as each is approved
roles:
  approver: GDVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCZA57 # approves each milestone
  receiver: G…
platformFee: 5
milestones:
  - description: Sketches
    amount: "10.5"
    # receiver: G…
  - description: Drafts
    amount: "20"
trustline:
  address: C…
  decimals: 10000000
`;

/** A file is refused with its line, or read; what was read survives a round trip through JSON. */
const requestFileTarget: Target<string> = {
  name: 'request-file',
  inputs: yamlTexts(REQUEST_FILE),
  check: (text) => {
    const read = refusedOr(() => readRequestFile(text, words));
    if ('error' in read) {
      must((read.error.fields?.length ?? 0) > 0, 'a refusal names no place');
      return;
    }
    const { input, lineOf } = read.result;
    const line = lineOf('milestones[1].amount');
    must(line === undefined || (line > 0 && line <= text.split('\n').length), 'a line that is not there');
    // JSON has neither, so they come back as other values.
    if (holdsNoNumber(input)) return;
    const again = readRequestFile(JSON.stringify(input ?? null), words).input;
    mustBeSame(again, input ?? null, 'a file and its copy');
  },
  calls: (text) => [
    { name: 'read', run: () => refusedOr(() => readRequestFile(text, words)) },
    {
      name: 'lines',
      run: () => {
        const read = refusedOr(() => readRequestFile(text, words));
        if ('result' in read) for (let at = 0; at < 50; at++) read.result.lineOf(`milestones[${at}].amount`);
      },
    },
  ],
};

function holdsNoNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsNoNumber);
}

const filled = (unit: string) => unit.repeat(Math.floor(MAX_REQUEST_BYTES / Buffer.byteLength(unit)));
const bomb = `a: &a [${'x,'.repeat(9)}]\n${Array.from('bcdefgh', (name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]\n`).join('')}`;

const FILES: Readonly<Record<string, () => string>> = {
  'aliases that stand for gigabytes': () => bomb,
  'a great many aliases': () => `a: &a x\nb: [${filled('*a,').slice(20)}]`,
  merges: () => `a: &a {x: 1}\n${filled('<<: *a\n').slice(20)}`,
  'lists in lists': () => filled('['),
  'lists in lists, each on its line': () => filled('- '),
  'maps in maps': () => filled('{a: '),
  'maps in maps that end': () => '{a: '.repeat(13_000) + '}'.repeat(13_000),
  questions: () => filled('? '),
  'keys without values': () => filled('a:\n'),
  colons: () => filled(': '),
  'different keys': () => Array.from({ length: 7_000 }, (_, at) => `k${at}: 1`).join('\n'),
  'one line': () => `title: ${filled('x').slice(10)}`,
  'one quoted line': () => `title: "${filled('\\u0041').slice(10)}`,
  'folded lines': () => `title: >\n${filled(' x\n').slice(10)}`,
  tabs: () => filled('\t'),
  'tabs and keys': () => filled('\ta: 1\n'),
  'line ends': () => filled('\n'),
  comments: () => filled('#\n'),
  tags: () => filled('!!str '),
  anchors: () => filled('&a '),
  documents: () => filled('---\n'),
  directives: () => filled('%YAML 1.2\n'),
  quotes: () => filled('"'),
  'single quotes': () => filled("'"),
  'closing brackets': () => filled(']'),
  commas: () => `[${filled(',').slice(10)}]`,
  numbers: () => `[${filled('1,').slice(10)}]`,
  'long numbers': () => `[${filled('1234567890.12345678901,').slice(30)}]`,
  'one long number': () => filled('9'),
  'one long number with decimals': () => `a: 0.${filled('9').slice(10)}`,
  milestones: () => `milestones:\n${filled('  - {amount: 1}\n').slice(20)}`,
};

const WORST_FILES: readonly WorstCase[] = Object.entries(FILES).map(([name, input]) => ({
  target: requestFileTarget,
  name,
  input,
}));

export const TARGETS: readonly AnyTarget[] = [...CORE_TARGETS, requestFileTarget, surfaceTarget];
export const ALL_WORST_CASES: readonly WorstCase[] = [...WORST_CASES, ...WORST_FILES, ...WORST_SURFACE_CASES];
