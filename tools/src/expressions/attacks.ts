/**
 * The costliest inputs of a regular expression, built from its own parts: a prefix that reaches a quantifier, a long
 * run of what it repeats, and an end that fails.
 */
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { toUnicodeSet } from 'regexp-ast-analysis';

/** A text of any size: `start`, then `pump` as often as there is room, then `end`. */
export type Attack = {
  readonly start: string;
  readonly pump: string;
  readonly end: string;
  /** Whether it is n runs of length n instead of a single run. */
  readonly often: boolean;
};

/** @param size the most that the text may have, in UTF-16 units */
export function attackText({ start, pump, end, often }: Attack, size: number): string {
  const run = (length: number) =>
    start + pump.repeat(Math.max(0, Math.floor((length - start.length - end.length) / pump.length))) + end;
  if (!often) return run(size);
  const one = run(Math.max(start.length + pump.length + end.length, Math.sqrt(size)));
  return one.repeat(Math.floor(size / one.length));
}

/** One line that identifies an attack. */
export function attackName({ start, pump, end, often }: Attack): string {
  const shown = [start, pump, end].map((text) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text));
  return `${often ? 'often ' : ''}${shown.join(' ')}`;
}

/** A character of a class, which has at least one. */
export type PickCharacter = (ranges: readonly { readonly min: number; readonly max: number }[]) => number;

/** A common character, if there is one: it is most likely to pass the checks before the expression. */
const plainest: PickCharacter = (ranges) => {
  const has = (code: number) => ranges.some(({ min, max }) => min <= code && code <= max);
  const plain = Array.from(' aA0=/."%\n', (character) => character.codePointAt(0) as number);
  return plain.find(has) ?? ranges.find(({ max }) => max > 0x20)?.min ?? (ranges[0]?.min as number);
};

/** Quantifiers that repeat less often cost no more than a constant. */
const MANY = 20;

type CharacterNode = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** Several for each quantifier; none for an expression without repetition. */
export function attacksOn(expression: RegExp, pick: PickCharacter = plainest): Attack[] {
  const { pattern, flags } = new RegExpParser().parseLiteral(String(expression));
  const rangesOf = (node: CharacterNode) => toUnicodeSet(node, flags).chars;
  const pickFrom = ({ ranges }: ReturnType<typeof rangesOf>) =>
    ranges.length === 0 ? '' : String.fromCodePoint(pick(ranges));

  /** A text that the node matches, with as few repetitions as possible. */
  const sampleOf = (node: AST.Node): string => {
    switch (node.type) {
      case 'Alternative':
        return node.elements.map(sampleOf).join('');
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives.map(sampleOf).find((text) => text !== '') ?? '';
      case 'Quantifier':
        return sampleOf(node.element).repeat(node.min);
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return pickFrom(rangesOf(node));
      default:
        return '';
    }
  };
  const before = (node: AST.Node): string => {
    const { parent } = node;
    if (parent === null) return '';
    if (parent.type !== 'Alternative') return before(parent);
    const elements = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element));
    return before(parent) + elements.map(sampleOf).join('');
  };

  const quantifiers: AST.Quantifier[] = [];
  /** All that is not part of a class of characters: what one of them shares with another can be taken by either. */
  const classes: CharacterNode[] = [];
  const keep = (node: CharacterNode) => {
    if (node.parent.type === 'Alternative' || node.parent.type === 'Quantifier') classes.push(node);
  };
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => void (node.max >= MANY && quantifiers.push(node)),
    onCharacterEnter: keep,
    onCharacterClassEnter: keep,
    onCharacterSetEnter: keep,
    onExpressionCharacterClassEnter: keep,
  });

  /** What the quantifier repeats: of each alternative, and what it shares with the other classes of the expression. */
  const pumpsOf = ({ element }: AST.Quantifier): string[] => {
    if (element.type === 'Group' || element.type === 'CapturingGroup') return element.alternatives.map(sampleOf);
    if (!isCharacters(element)) return [sampleOf(element)];
    const own = rangesOf(element);
    return [pickFrom(own), ...classes.map((other) => pickFrom(own.intersect(rangesOf(other))))];
  };
  /** What the quantifier does not take, so that a run of it fails there. */
  const endsOf = ({ element }: AST.Quantifier): string[] => {
    if (!isCharacters(element)) return [UNCOMMON];
    const outside = rangesOf(element).negate();
    return [pickFrom(outside), outside.has(UNCOMMON.charCodeAt(0)) ? UNCOMMON : ''];
  };
  const attacks: Attack[] = [];
  for (const quantifier of quantifiers) {
    const start = before(quantifier);
    for (const pump of new Set(pumpsOf(quantifier))) {
      for (const end of pump === '' ? [] : new Set(endsOf(quantifier))) {
        for (const often of [false, true]) attacks.push({ start, pump, end, often });
      }
    }
  }
  return attacks;
}

/** Characters that hardly any expression continues with. */
const UNCOMMON = '\u0001';

function isCharacters(node: AST.Node): node is CharacterNode {
  return ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(node.type);
}

/** Input sizes: exponential time shows at the small ones, slower growth at the large ones. */
const SIZES = [...Array.from({ length: 25 }, (_, at) => 4 * at), 128, 512, 2_048, 8_192, 32_768, 262_144];
/** Milliseconds. A linear expression takes less than one for the largest of the sizes. */
const SLOW = 40;

/** @returns the first attack on which an expression is slow, with its time; nothing if it withstands all */
export function slowAttack(expression: RegExp, attacks: readonly Attack[]): string | undefined {
  for (const attack of attacks) {
    for (const size of SIZES) {
      const text = attackText(attack, size);
      const ms = Math.min(timeOf(expression, text), timeOf(expression, text));
      if (ms > SLOW) return `${Math.round(ms)} ms for ${text.length} characters of ${attackName(attack)}`;
    }
  }
  return undefined;
}

/** In processor time of this process, which other busy processes do not lengthen. */
function timeOf(expression: RegExp, text: string): number {
  const started = process.cpuUsage();
  text.replace(expression, '');
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
