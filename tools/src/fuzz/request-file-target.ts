import { MAX_REQUEST_BYTES, readRequestFile } from '@countersign/discord-bot/internal/commands/request-file';
import { requestTemplate } from '@countersign/discord-bot/internal/commands/request-template';
import { wordsOf } from '@countersign/discord-bot/internal/words/index';
import { must, mustBeSame, refusedOr, type Target } from '@countersign/testkit/fuzz/target';
import type { WorstCase } from '@countersign/testkit/fuzz/worst-cases';
import { yamlTexts } from '@countersign/testkit/fuzz/yaml-texts';

const words = wordsOf('en');

const TEMPLATE = requestTemplate({
  signer: 'GDVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCZA57',
  serviceProvider: undefined,
  platform: undefined,
  disputeResolver: undefined,
  token: undefined,
  tokenCode: undefined,
  engagementId: 'fuzz',
  words: words.answers,
});

/** A file is refused with its line, or read; what was read survives a round trip through JSON. */
export const requestFileTarget: Target<string> = {
  name: 'request-file',
  inputs: yamlTexts(TEMPLATE),
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

export const WORST_FILES: readonly WorstCase[] = Object.entries(FILES).map(([name, input]) => ({
  target: requestFileTarget,
  name,
  input,
}));
