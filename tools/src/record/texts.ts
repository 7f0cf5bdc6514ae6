/** The sentences of all surfaces, each in English and in Spanish, in alphabetical order: a renamed function moves none. */
import {
  CountersignError,
  ERROR_CATALOGUE,
  type ErrorCode,
  XDR_REASONS,
  type XdrReason,
} from '@countersign/core/errors';
import type { Words } from '@countersign/core/words';
import { deskWordsOf, explainWordsOf, wordsOf } from '@countersign/core/words/all';
import { DEFINITIONS } from '@countersign/discord-bot/definitions';
import { wordsOf as botWordsOf } from '@countersign/discord-bot/internal/words/index';
import page from '@countersign/signing-page/messages/page.en.json' with { type: 'json' };
import spanishPage from '@countersign/signing-page/messages/page.es.json' with { type: 'json' };
import { FACTS, REASONS, STOPS } from '@countersign/testkit/fixtures/judged';
import { withSamples } from '@countersign/testkit/fixtures/spoken-texts';
import { CHANGES, DIFFERENCES, ENDINGS, OBSTACLES } from '@countersign/testkit/fixtures/worded-data';
import { createPart } from '@countersign/testkit/record/part';
import { attempt } from '@countersign/testkit/record/stable';

export function texts() {
  const [english, spanish] = [wordsOf('en'), wordsOf('es')];
  const fixtures = (words: Words) => [
    ...STOPS.map(words.stopText),
    ...FACTS.map(words.warningText),
    ...REASONS.map(words.reasonText),
    ...OBSTACLES.map(words.obstacleWords),
    ...CHANGES.map(words.changeText),
    ...ENDINGS.flatMap((plan) => [words.endingWords(plan), words.partText(plan)]),
    ...DIFFERENCES.map(words.differenceText),
    ...ERRORS.map(words.errorWords),
  ];
  const { core: _, ...explain } = explainWordsOf('en');
  const [bot, spanishBot] = [botWordsOf('en'), botWordsOf('es')].map(({ core: _, commands: _c, ...own }) => own);
  const commands = createPart();
  commands.note('commands', DEFINITIONS);
  return {
    'texts-of-fixtures.txt': shown(fixtures(english), fixtures(spanish)),
    'texts-of-core.txt': shown(
      { ...english, desk: deskWordsOf('en'), explain },
      { ...spanish, desk: deskWordsOf('es'), explain: explainWordsOf('es') },
    ),
    'texts-of-discord.txt': shown(bot, spanishBot),
    'texts-of-page.txt': shown(page, spanishPage),
    'discord-commands.txt': commands.text(),
  };
}

const ERRORS = [
  ...(Object.keys(ERROR_CATALOGUE) as ErrorCode[]).map((code) => new CountersignError(code)),
  ...(Object.keys(XDR_REASONS) as XdrReason[]).map((reason) => new CountersignError('XDR_UNREADABLE', { reason })),
];

function shown(english: unknown, spanish: unknown): string {
  const rows = pairsOf(english, spanish).map(
    ([text, other]) => `${JSON.stringify(text)}\n  ${JSON.stringify(other)}\n`,
  );
  return [...new Set(rows)].toSorted().join('');
}

type Pair = readonly [english: string, spanish: string];
type Sentence = (...parts: readonly unknown[]) => unknown;

/** Has every property, as a text. */
const DATA: unknown = new Proxy({}, { get: (_, name) => (typeof name === 'symbol' ? undefined : `${name}9`) });
/** In place of the parameters of a sentence. */
const PARTS = ['A1', 'B2', 'C3', 'D4', 'E5'];
/** What sentences with parts are called with: the first that make a sentence, and others that make a different one. */
const ARGUMENTS: readonly (readonly unknown[])[] = [
  PARTS,
  [2, 3, 4, 5, 6],
  [1, 1, 1, 1, 1],
  ['A1', 2, 3, 4],
  [true, 'B2', 'C3'],
  ['A1', false, 'C3'],
  [['A1', 'B2'], ['C3']],
  [DATA, DATA, DATA],
  [],
];
const NUMBERED = /\b(?:[A-E]?[1-6]|true|false)\b(?:,(?:[A-E]?[1-6]|true|false)\b)*/g;
const NO_SENTENCE = /undefined|NaN|\[object|Invalid/;

function pairsOf(english: unknown, spanish: unknown): readonly Pair[] {
  if (typeof english === 'string') return [withSamples(english, String(spanish))];
  if (typeof english === 'function') {
    const shapes = new Set<string>();
    return ARGUMENTS.flatMap((parts) => {
      const [one, other] = [english, spanish].map((each) => attempt(() => (each as Sentence)(...parts)));
      const pairs = pairsOf(one, other);
      const shape = JSON.stringify(pairs).replaceAll(NUMBERED, '#');
      if (NO_SENTENCE.test(shape) || shapes.has(shape)) return [];
      shapes.add(shape);
      return pairs;
    });
  }
  if (typeof english !== 'object' || english === null) return [];
  return Object.entries(english).flatMap(([key, each]) =>
    pairsOf(each, (spanish as Readonly<Record<string, unknown>> | undefined)?.[key]),
  );
}
