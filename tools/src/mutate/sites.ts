/** Where a source can be mutated, and how: one small fault at a time, as a person makes it; and which of them are tried. */
import { createRandom } from '@countersign/testkit/mutation/random';
import { type Argument, type Node, type ObjectPropertyKind, parseSync, visitorKeys } from 'oxc-parser';

export const KINDS = ['condition', 'guard', 'order', 'limit'] as const;

export type Site = {
  readonly file: string;
  readonly kind: (typeof KINDS)[number];
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** Begin of the innermost function, or of the declaration outside all functions: one mutation is made in each. */
  readonly place: number;
};

const FLIPPED: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
};

/** A millisecond more or less changes nothing that anyone would feel. */
const DURATION = /(?:ms|milliseconds?|seconds|minutes?|hours?|days?|timeout|interval|delay)$/i;
const TAKES_LIMIT = /^(?:at|max|min|slice|substring|repeat|shortened?|clean\w*|quoted|cut\w*|first|last|take|len\w*)$/;

/** @param file a path from the root */
export function sitesIn(file: string, text: string): Site[] {
  const found: Site[] = [];
  walk(parseSync(file, text).program, (node, parents) => {
    const changed = changeOf(node, parents, text);
    if (changed === undefined) return;
    const place = parents.findLast(isFunction) ?? parents.find(({ type }) => type === 'VariableDeclarator');
    if (place !== undefined) found.push({ file, place: place.start, ...changed });
  });
  return found;
}

type Change = Pick<Site, 'kind' | 'start' | 'end' | 'replacement'>;

function changeOf(node: Node, parents: readonly Node[], text: string): Change | undefined {
  const source = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const to = FLIPPED[node.operator];
      if (to === undefined) return undefined;
      const start = text.indexOf(node.operator, node.left.end);
      return { kind: 'condition', start, end: start + node.operator.length, replacement: to };
    }
    case 'IfStatement': {
      const last = node.consequent.type === 'BlockStatement' ? node.consequent.body.at(-1) : node.consequent;
      if (node.alternate === null && /^(?:Return|Throw|Continue)Statement$/.test(last?.type ?? '')) {
        return { kind: 'guard', start: node.start, end: node.end, replacement: '' };
      }
      const { start, end } = node.test;
      return { kind: 'condition', start, end, replacement: `!(${source(node.test)})` };
    }
    case 'CallExpression':
    case 'NewExpression':
      return exchanged(node.arguments, source);
    case 'ObjectExpression':
      return exchanged(node.properties, source);
    case 'Literal': {
      const value = typeof node.value === 'number' && /^[\d_]+$/.test(node.raw ?? '') ? node.value : 0;
      if (value < 2 || !isLimit(node, parents)) return undefined;
      return { kind: 'limit', start: node.start, end: node.end, replacement: String(value + (node.start % 2) * 2 - 1) };
    }
    default:
      return undefined;
  }
}

type Part = Argument | ObjectPropertyKind;

/** Exchanges the first two neighbours that are plain names: `f(from, to)`, `{ from, to }`, `{ from: a.b, to: c }`. */
function exchanged(parts: readonly Part[], source: (node: Node) => string): Change | undefined {
  const at = parts.findIndex((part, index) => {
    const [one, other] = [nameIn(part), nameIn(parts[index + 1])];
    return one !== undefined && other !== undefined && source(one) !== source(other);
  });
  const [one, other] = [parts[at], parts[at + 1]];
  if (one === undefined || other === undefined) return undefined;
  const withValue = (part: Part, value: Part) => {
    const key = part.type === 'Property' ? `${source(part.key)}: ` : '';
    return `${key}${source(nameIn(value) ?? value)}`;
  };
  const between = source({ ...one, start: one.end, end: other.start });
  const replacement = `${withValue(one, other)}${between}${withValue(other, one)}`;
  return { kind: 'order', start: one.start, end: other.end, replacement };
}

function nameIn(part: Part | undefined): Node | undefined {
  const value = part?.type === 'Property' && !part.computed && part.kind === 'init' ? part.value : part;
  return value?.type === 'Identifier' || value?.type === 'MemberExpression' ? value : undefined;
}

/** A number that something is compared with or cut to, or that has a name. */
function isLimit(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  if (parents.slice(-3).some((each) => DURATION.test(nameOf(each)))) return false;
  if (parent?.type === 'BinaryExpression') return /^(?:[<>]=?|[=!]==)$/.test(parent.operator);
  if (parent?.type === 'VariableDeclarator') return parent.init === node;
  if (parent?.type === 'Property') return parent.value === node;
  return parent?.type === 'CallExpression' && parent.callee !== node && TAKES_LIMIT.test(nameOf(parent.callee));
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'VariableDeclarator') return nameOf(node.id);
  if (node.type === 'Property') return nameOf(node.key);
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
}

export function isFunction({ type }: Node): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionDeclaration' || type === 'FunctionExpression';
}

/** Visits each node with its parents, the outermost first. Types are left out. */
export function walk(node: Node, visit: (node: Node, parents: readonly Node[]) => void, parents: Node[] = []): void {
  if (node.type.startsWith('TSType') || node.type === 'TSInterfaceDeclaration') return;
  visit(node, parents);
  parents.push(node);
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [Reflect.get(node, key) as Node | Node[] | null].flat()) {
      if (child) walk(child, visit, parents);
    }
  }
  parents.pop();
}

/** The line as it is, and as it becomes. */
export function linesOf({ start, end, replacement }: Site, text: string) {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const last = text.indexOf('\n', end);
  const shown = (lines: string) => lines.replace(/\s+/g, ' ').trim();
  return {
    line: text.slice(0, start).split('\n').length,
    before: shown(text.slice(first, last)),
    after: shown(text.slice(first, start) + replacement + text.slice(end, last)),
  };
}

export function mutated(text: string, sites: readonly Pick<Site, 'start' | 'end' | 'replacement'>[]): string {
  return [...sites]
    .sort((one, other) => other.start - one.start)
    .reduce((now, { start, end, replacement }) => now.slice(0, start) + replacement + now.slice(end), text);
}

/** Texts for people are compared by the tests of languages. */
const IS_TEXT = /\/words\/|\/(?:en|es)\.ts$/;

export function packageOf({ file }: Pick<Site, 'file'>): string {
  return file.split('/')[1] ?? '';
}

/**
 * For each package how many mutations are tried, and its sites in the order in which they are: the same for the same
 * seed and sources. A large package gets more mutations than a small one, but not in proportion: a share needs some of
 * each. Each kind is as frequent as its sites are, and a function is mutated once.
 */
export function choose(sources: ReadonlyMap<string, string>, seed: number, count: number) {
  const { below } = createRandom(seed);
  const sites = [...sources].filter(([file]) => !IS_TEXT.test(file)).flatMap(([file, text]) => sitesIn(file, text));
  const packages = [...Map.groupBy(sites, packageOf).values()];
  const total = packages.reduce((sum, { length }) => sum + Math.sqrt(length), 0);
  return packages.map((own) => {
    const shuffled = own.map((site) => ({ site, at: below(2 ** 31) })).sort((one, other) => one.at - other.at);
    const places = [...Map.groupBy(shuffled, ({ site }) => `${site.file}:${site.place}`).values()];
    const quota = Math.max(1, Math.round((count * Math.sqrt(own.length)) / total));
    return { quota, sites: places.flatMap(([first]) => first?.site ?? []) };
  });
}
