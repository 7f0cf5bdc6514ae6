/**
 * Every way to change one node of an envelope's tree, derived from the codec's own schema: each leaf by its kind, each
 * union to each of its other arms, each option set or removed, each list shortened, lengthened and reordered. New kinds
 * of nodes in the schema are covered automatically.
 */

import { isObject } from '@countersign/core/text/fields';
import { envelopeSchema, type Tree } from './rust-codec.ts';
import {
  ADDRESSES,
  accountUnder,
  muxed,
  otherAddresses,
  otherBytes,
  otherIntegers,
  otherTexts,
  rawKey,
} from './values.ts';

export type Path = readonly (string | number)[];
export type TreeMutation = { readonly path: Path; readonly what: string; readonly value: Tree };

type Schema = Tree;
const DEFINITIONS: Readonly<Record<string, Schema>> = envelopeSchema.definitions;

/** Values of the kinds that the schema calls just "string": addresses and codes. */
const NAMED: Readonly<Record<string, { readonly sample: string; readonly others: (value: string) => string[] }>> = {
  AccountId: { sample: ADDRESSES.account, others: otherAddresses },
  MuxedAccount: {
    sample: ADDRESSES.account,
    others: (value) => [...otherAddresses(value), muxed(rawKey(accountUnder(value) as string), 77)],
  },
  ScAddress: { sample: ADDRESSES.contract, others: otherAddresses },
  PoolId: { sample: ADDRESSES.liquidityPool, others: otherAddresses },
  ClaimableBalanceId: { sample: ADDRESSES.claimableBalance, others: otherAddresses },
  SignerKey: { sample: ADDRESSES.account, others: otherAddresses },
  AssetCode: { sample: 'USDC', others: () => ['USDX'] },
  AssetCode4: { sample: 'USDC', others: () => ['USDX'] },
  AssetCode12: { sample: 'USDCUSDC', others: () => ['USDXUSDX'] },
};

/** All leaves: text, number, flag, unit, absent option, empty list. Each must have been changed at least once. */
export function leafPaths(tree: Tree, path: Path = []): string[] {
  if (Array.isArray(tree) && tree.length > 0) return tree.flatMap((item, index) => leafPaths(item, [...path, index]));
  if (isObject(tree)) {
    return Object.entries(tree).flatMap(([key, item]) => leafPaths(item, [...path, key]));
  }
  return [pathText(path)];
}

export function pathText(path: Path): string {
  return path.join('.');
}

export function treeMutations(tree: Tree): TreeMutation[] {
  const found: TreeMutation[] = [];
  visit(tree, envelopeSchema, undefined, [], found);
  return found;
}

/** The tree with one node replaced. The original stays as it is. */
export function applied(tree: Tree, { path, value }: { readonly path: Path; readonly value: Tree }): Tree {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = Array.isArray(tree) ? [...tree] : { ...tree };
  copy[key] = applied(copy[key], { path: rest, value });
  return copy;
}

function visit(node: Tree, schema: Schema, name: string | undefined, path: Path, found: TreeMutation[]): void {
  const add = (what: string, value: Tree) => found.push({ path, what, value });
  if (schema.$ref !== undefined) {
    const next = schema.$ref.replace('#/definitions/', '');
    if (next === 'ScVal') for (const value of conversions(node)) add('as another kind of value', value);
    visit(node, DEFINITIONS[next], next, path, found);
  } else if (schema.allOf !== undefined) visit(node, schema.allOf[0], name, path, found);
  else if (schema.anyOf !== undefined) visitOption(node, schema.anyOf[0], path, found, add);
  else if (schema.oneOf !== undefined) {
    const tag = tagOf(node);
    for (const other of armsOf(schema))
      if (tagOf(other) !== tag) add(`${name ?? 'union'} ${tag} to ${tagOf(other)}`, other);
    const arm = schema.oneOf.find((option: Schema) => option.properties?.[tag] !== undefined);
    if (arm !== undefined) visit(node[tag], arm.properties[tag], undefined, [...path, tag], found);
  } else if (schema.type === 'object') {
    for (const [key, property] of Object.entries<Schema>(schema.properties)) {
      if (key in node) visit(node[key], property, undefined, [...path, key], found);
    }
  } else if (schema.type === 'array') visitList(node, schema.items, path, found, add);
  else for (const value of otherLeaves(node, schema, name)) add(`${name ?? schema.format ?? schema.type}`, value);
}

function visitOption(
  node: Tree,
  schema: Schema,
  path: Path,
  found: TreeMutation[],
  add: (what: string, value: Tree) => void,
): void {
  if (node === null) {
    const first = sample(schema);
    add('option set', first);
    for (const { value } of within(first, schema)) add('option set', value);
  } else {
    add('option taken away', null);
    visit(node, schema, undefined, path, found);
  }
}

function visitList(
  node: Tree[],
  items: Schema,
  path: Path,
  found: TreeMutation[],
  add: (what: string, value: Tree) => void,
): void {
  add('list with one more', [...node, sample(items)]);
  for (const arm of armsOf(resolved(items))) add('list with one more', [arm, ...node]);
  if (node.length > 1) add('list emptied', []);
  for (const [index, item] of node.entries()) {
    add('list with one less', node.toSpliced(index, 1));
    add('list with one twice', node.toSpliced(index, 0, item));
    const next = node[index + 1];
    if (next !== undefined) add('list in another order', node.toSpliced(index, 2, next, item));
    visit(item, items, undefined, [...path, index], found);
  }
}

/** The mutations of a whole value that is at the node itself. */
function within(value: Tree, schema: Schema): { value: Tree }[] {
  const inner: TreeMutation[] = [];
  visit(value, schema, undefined, [], inner);
  return inner.map((mutation) => ({ value: applied(value, mutation) }));
}

function otherLeaves(value: Tree, schema: Schema, name: string | undefined): Tree[] {
  const named = name === undefined ? undefined : NAMED[name];
  if (named !== undefined) return named.others(value);
  if (schema.enum !== undefined) return schema.enum.filter((other: string) => other !== value);
  if (schema.type === 'boolean') return [!value];
  if (schema.type === 'integer') return otherIntegers(BigInt(value)).filter(isSafe).map(Number);
  if (schema.contentEncoding === 'hex') return otherBytes(value, schema.minLength !== undefined);
  if (isText(name)) return otherTexts(value);
  return otherIntegers(BigInt(value)).map(String);
}

/** What the schema calls a string is text, or else an integer too wide for JSON. */
function isText(name: string | undefined): boolean {
  return (
    name?.startsWith('StringM') === true ||
    name === 'ScString' ||
    name === 'ScSymbol' ||
    name?.startsWith('String') === true
  );
}

const isSafe = (value: bigint) => value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);

function sample(schema: Schema, name?: string): Tree {
  if (schema.$ref !== undefined) {
    const next = schema.$ref.replace('#/definitions/', '');
    return NAMED[next]?.sample ?? sample(DEFINITIONS[next], next);
  }
  if (schema.allOf !== undefined) return sample(schema.allOf[0], name);
  if (schema.anyOf !== undefined) return null;
  if (schema.oneOf !== undefined) return armsOf(schema)[0];
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'object') {
    return Object.fromEntries(Object.entries<Schema>(schema.properties).map(([key, part]) => [key, sample(part)]));
  }
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return 1;
  if (schema.contentEncoding === 'hex') return '5a'.repeat((schema.minLength ?? 0) / 2);
  return isText(name) ? 'x' : '1';
}

/** One value for each arm of a union; arms that are themselves unions are not opened. */
function armsOf(schema: Schema): Tree[] {
  if (schema.oneOf === undefined) return [];
  return schema.oneOf.flatMap(
    (option: Schema) =>
      option.enum ?? Object.entries<Schema>(option.properties).map(([tag, content]) => ({ [tag]: sample(content) })),
  );
}

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : DEFINITIONS[schema.$ref.replace('#/definitions/', '')];
}

function tagOf(node: Tree): string {
  return typeof node === 'string' ? node : (Object.keys(node)[0] as string);
}

const INTEGERS = ['u32', 'i32', 'u64', 'i64', 'u128', 'i128', 'u256', 'i256', 'timepoint', 'duration'] as const;

/** The same content under another kind: a number of another width, a text as a symbol or as bytes, nothing for empty. */
function conversions(node: Tree): Tree[] {
  const tag = tagOf(node);
  const content = typeof node === 'string' ? undefined : node[tag];
  if ((INTEGERS as readonly string[]).includes(tag)) {
    return INTEGERS.filter((other) => other !== tag).map((other) => ({
      [other]: other === 'u32' || other === 'i32' ? Number(content) : String(content),
    }));
  }
  if (tag === 'string' || tag === 'symbol') {
    const hex = [...content].map((character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    return [
      { [tag === 'string' ? 'symbol' : 'string']: content },
      { bytes: hex },
      ...(content === '' ? [{ vec: null }] : []),
    ];
  }
  if (tag === 'bool') return [{ u32: content ? 1 : 0 }, { string: String(content) }];
  if (tag === 'address') return [{ string: content }, { vec: [{ address: content }] }];
  if (tag === 'bytes') return [{ string: content }, { vec: [] }];
  if (tag === 'vec') return [{ vec: null }, { vec: [{ vec: content }] }, { map: [] }];
  if (tag === 'map') return [{ map: null }, { vec: [] }];
  return [];
}
