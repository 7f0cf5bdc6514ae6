/**
 * The arguments of a tool call, read by the types of its input schema: hosts and models fill in optional fields, write
 * values as text and add keys of their own. What a value means, and whether it is valid, the desk decides.
 */
import {
  CountersignError,
  createProblem,
  type FieldProblem,
  fieldProblem,
  isProblem,
  type Problem,
} from '@countersign/core/errors';
import { editDistance } from '@countersign/core/text/edit-distance';
import { type Fields, isObject, pathParts } from '@countersign/core/text/fields';

/** As much of a JSON schema as the schemas of the tools have. */
export type InputSchema = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly items?: InputSchema;
  readonly minimum?: number;
  readonly maximum?: number;
};

export type ReadArguments = {
  readonly input: Fields;
  /** What is not in the input as it was written, for the scan for secrets. */
  readonly changed: Fields;
  /** Paths of the amounts and fees that were empty. */
  readonly emptyAmounts: readonly string[];
  /** Options that are not of their type. */
  readonly problems: readonly FieldProblem[];
};

/** Hosts add these, and their models cannot leave them out. */
const KEYS_OF_HOSTS: ReadonlySet<string> = new Set([
  ...['toolCallId', 'tool_call_id', 'tool_call_description', 'sessionId', 'chatInput'],
  ...['cwd', 'security_risk', 'summary', 'random_string', 'dummy', 'task_progress'],
  ...['wait_for_previous', 'request_heartbeat', 'toolAction', 'toolSummary'],
]);
const AMOUNTS: readonly string[] = ['amount', 'platformFee'];

export function readArguments(schema: InputSchema, written: unknown): ReadArguments {
  const problems: FieldProblem[] = [];
  const emptyAmounts: string[] = [];
  const changedNames = new Set<string>();
  const readFields = (inputSchema: InputSchema, fields: Fields, at: readonly string[]): Fields =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => {
        const path = [...at, name];
        const own = fieldOf(inputSchema, name);
        const isAdded = own === undefined && at.length === 0 && isKeyOfHost(name, inputSchema);
        if (!isAdded && !isAbsent(value, inputSchema.required?.includes(name) === true)) {
          return [[name, own === undefined ? value : readValue(own, value, path)]];
        }
        if (AMOUNTS.includes(name)) emptyAmounts.push(pathText(path));
        if (value !== null) changedNames.add(path[0] ?? name);
        return [];
      }),
    );
  const readValue = (inputSchema: InputSchema, value: unknown, path: readonly string[]): unknown => {
    const typed = withType(inputSchema, value);
    if (typed !== value) changedNames.add(path[0] ?? '');
    const problem = problemOf(inputSchema, typed);
    if (problem !== undefined) problems.push({ path: pathText(path), problem });
    const { items } = inputSchema;
    if (items !== undefined && Array.isArray(typed)) {
      return typed.map((item: unknown, index) => readValue(items, item, [...path, `[${index}]`]));
    }
    return inputSchema.type === 'object' && isObject(typed) ? readFields(inputSchema, typed, path) : typed;
  };
  if (!isObject(written)) problems.push(fieldProblem('(the whole input)', 'WRONG_TYPE', { wanted: 'object' }));
  const fields = isObject(written) ? written : {};
  const input = readFields(schema, fields, []);
  const changed = Object.fromEntries([...changedNames].map((name) => [name, fields[name]]));
  return { input, changed, emptyAmounts, problems };
}

const pathText = (path: readonly string[]): string => path.join('.').replaceAll('.[', '[');

/** What does not read as its type stays, for the error. */
function withType({ type, items }: InputSchema, value: unknown): unknown {
  switch (type) {
    case 'boolean':
      if (typeof value !== 'string' && typeof value !== 'number') return value;
      return FLAGS.get(String(value).slice(0, LONGEST_WORD).trim().toLowerCase()) ?? value;
    case 'integer':
    case 'number':
      return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
    case 'string':
      return Number.isSafeInteger(value) ? `${value}` : value;
    case 'array':
      return listIn(items, value);
    default:
      return typeof value === 'string' ? (jsonIn(value) ?? value) : value;
  }
}

const LONGEST_WORD = 20;
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map((text) => [text, true] as const),
  ...['false', 'no', '0'].map((text) => [text, false] as const),
]);

/** Of the tools' own options. The desk reports problems of its fields. */
function problemOf({ type, minimum: least = 0, maximum: most = 0 }: InputSchema, value: unknown): Problem | undefined {
  if (type === 'boolean' && typeof value !== 'boolean') return createProblem('WRONG_TYPE', { wanted: 'flag' });
  if (type !== 'integer') return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value)) return createProblem('WRONG_TYPE', { wanted: 'integer' });
  if (value < least) return createProblem('LESS_THAN', { least });
  return value > most ? createProblem('MORE_THAN', { most }) : undefined;
}

const fieldOf = ({ properties = {} }: InputSchema, name: string): InputSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

const isKeyOfHost = (name: string, schema: InputSchema): boolean =>
  KEYS_OF_HOSTS.has(name) || (name.startsWith('_') && meantField(name, schema) === undefined);

/** A required field that is an empty text stays, since the error of the desk is more exact. */
function isAbsent(value: unknown, isRequired = false): boolean {
  if (value === null || value === undefined) return true;
  if (isRequired) return false;
  if (typeof value === 'string') return ['', 'null', 'undefined'].includes(value.trim().toLowerCase());
  return Array.isArray(value) && value.length === 0;
}

/** A list, or the text of one. The desk reads "1-3". */
function listIn(items: InputSchema | undefined, value: unknown): unknown {
  const parsed = typeof value === 'string' ? jsonIn(value) : value;
  if (Array.isArray(parsed)) return parsed;
  if (items?.type === 'object') return isObject(parsed) ? [parsed] : value;
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string' || items?.type !== 'string') return value;
  const parts = value.replaceAll(/[[\]'"]/g, '').split(/[,;\n]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function jsonIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The same error, with the listed field that each misspelt one is close to. */
export function withMeantFields(error: CountersignError, schema: InputSchema): CountersignError {
  const fields = error.fields?.map((field) => {
    if (!isProblem(field) || !['UNKNOWN_FIELD', 'UNKNOWN_STEP_FIELD'].includes(field.problem.code)) return field;
    const parts = pathParts(field.path);
    const name = parts.at(-1)?.written ?? '';
    const within = parts.slice(0, -1).reduce<InputSchema | undefined>((at, { name: part, item }) => {
      const inner = at && fieldOf(at, part);
      return item === undefined ? inner : (inner?.items ?? inner);
    }, schema);
    const meant = within && fieldOf(within, name) === undefined ? meantField(name, within) : undefined;
    return meant === undefined ? field : fieldProblem(field.path, 'UNKNOWN_FIELD', { of: 'call', meant });
  });
  return fields === undefined
    ? error
    : Object.assign(new CountersignError(error.code, { cause: error }), error, { fields });
}

function meantField(name: string, { properties = {} }: InputSchema): string | undefined {
  const key = letters(name);
  const furthest = key.length < 5 ? 1 : 2;
  const [closest] = Object.keys(properties)
    .map((field) => ({ field, distance: editDistance(key, letters(field), furthest) }))
    .filter(({ distance }) => distance <= furthest)
    .sort((one, other) => one.distance - other.distance);
  return closest?.field;
}

const letters = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
