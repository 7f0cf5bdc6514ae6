/**
 * The costliest inputs of a regular expression, made from its own parts: what leads to a quantifier, a long run of
 * what it repeats, and an end that fails.
 */
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { toUnicodeSet } from 'regexp-ast-analysis';

export type Attack = {
  readonly name: string;
  /** A text of at most so many UTF-16 units. */
  readonly make: (size: number) => string;
};

/** A character of a class, which has at least one. */
export type PickCharacter = (ranges: readonly { readonly min: number; readonly max: number }[]) => number;

/** One that people write, if there is one: it most likely passes the checks that stand before the expression. */
const plainest: PickCharacter = (ranges) => {
  const has = (code: number) => ranges.some(({ min, max }) => min <= code && code <= max);
  const plain = Array.from(' aA0=/."%\n', (character) => character.codePointAt(0) as number);
  return plain.find(has) ?? ranges.find(({ max }) => max > 0x20)?.min ?? (ranges[0]?.min as number);
};

/** Quantifiers that repeat less often cost no more than a constant. */
const MANY = 20;

type CharacterNode = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** Several for each quantifier; none for an expression that repeats nothing. */
export function attacksOn(expression: RegExp, pick: PickCharacter = plainest): Attack[] {
  const { pattern, flags } = new RegExpParser().parseLiteral(String(expression));
  const rangesOf = (node: CharacterNode) => toUnicodeSet(node, flags).chars;
  const pickFrom = ({ ranges }: ReturnType<typeof rangesOf>) =>
    ranges.length === 0 ? '' : String.fromCodePoint(pick(ranges));

  /** A text that the node takes, with as few repetitions as it may. */
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
  const attacks = new Map<string, Attack>();
  for (const quantifier of quantifiers) {
    const start = before(quantifier);
    for (const pump of new Set(pumpsOf(quantifier))) {
      for (const end of pump === '' ? [] : new Set(endsOf(quantifier))) {
        const name = `${shown(start)} ${shown(pump)}… ${shown(end)}`;
        attacks.set(name, { name, make: run(start, pump, end) });
        attacks.set(`(${name})…`, { name: `(${name})…`, make: runs(start, pump, end) });
      }
    }
  }
  return [...attacks.values()];
}

/** What hardly any expression goes on with. */
const UNCOMMON = '\u0001';

function isCharacters(node: AST.Node): node is CharacterNode {
  return ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(node.type);
}

const run = (start: string, pump: string, end: string) => (size: number) =>
  start + pump.repeat(Math.max(0, Math.floor((size - start.length - end.length) / pump.length))) + end;

/** As many runs as each is long. */
const runs = (start: string, pump: string, end: string) => (size: number) => {
  const one = run(start, pump, end)(Math.max(start.length + pump.length + end.length, Math.sqrt(size)));
  return one.repeat(Math.floor(size / one.length));
};

const shown = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Characters of an input at which an expression that takes exponential time already shows, and then others do. */
const SIZES = [...Array.from({ length: 25 }, (_, at) => 4 * at), 128, 512, 2_048, 8_192, 32_768, 262_144];
/** Milliseconds. A linear expression takes less than one for the largest of the sizes. */
const SLOW = 40;

/** @returns the first of the attacks that an expression is slow on, with its time; nothing where it withstands all */
export function slowAttack(expression: RegExp, attacks: readonly Attack[]): string | undefined {
  for (const { name, make } of attacks) {
    for (const size of SIZES) {
      const text = make(size);
      const ms = Math.min(timeOf(expression, text), timeOf(expression, text));
      if (ms > SLOW) return `${Math.round(ms)} ms for ${text.length} characters of ${name}`;
    }
  }
  return undefined;
}

/** By the processor's time of this process, which others that are busy do not lengthen. */
function timeOf(expression: RegExp, text: string): number {
  const started = process.cpuUsage();
  text.replace(expression, '');
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
