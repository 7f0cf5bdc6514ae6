/**
 * `ESCROW_PINS`: what a deploy must call and create, in one value. It is JSON, the path of a file with that JSON, or
 * `found`. The five variables that it replaced are still read. Problems name fields, and repeat no value.
 */
import type { Network, Pins } from '../escrow/network.ts';
import { FOUND_UNCONFIRMED } from '../escrow/trustless-work.ts';
import { isObject } from '../text/fields.ts';
import { fieldName } from '../text/text.ts';
import { notAddress, type ProblemOf, problemUnless, type Reading } from './given-value.ts';
import { readJsonSetting } from './json-setting.ts';
import { readSettingFile } from './setting-file.ts';
import { EARLIER_PINS } from './variables.ts';

/** Accepts what was found on the ledger and the service's owner did not confirm. */
const FOUND = 'found';
const VARIABLE = 'ESCROW_PINS';
const MOST_BYTES = 4_096;
const MOST_CODES = 10;

const contract = notAddress('contract');
const hash = problemUnless((value) => /^[0-9a-f]{64}$/i.test(value), 'is not a SHA-256 in hex (64 characters)');

/** Each pin by its place in the JSON. */
const PINS = {
  factory: { problemOf: contract, isOfV1: false },
  wasmHash: { problemOf: hash, isOfV1: false },
  'single.factory': { problemOf: contract, isOfV1: true },
  'single.wasmHash': { problemOf: hash, isOfV1: true },
  feeAddress: { problemOf: notAddress('account'), isOfV1: true },
} as const satisfies Readonly<
  Record<keyof typeof EARLIER_PINS, { readonly problemOf: ProblemOf; readonly isOfV1: boolean }>
>;

type PinName = keyof typeof PINS;
/** Each with one value, and code with as many as are accepted. */
type Given = Readonly<Partial<Record<PinName, readonly string[]>>>;
const NAMES = Object.keys(PINS) as readonly PinName[];

/** The sandbox's pins are constants: a service with others is not the sandbox. @param base with the preset's pins */
export function readPins(
  base: Network,
  isFound: boolean,
  { checked, report }: Pick<Reading, 'checked' | 'report'>,
): Partial<Network> {
  let whole: Given = {};
  checked(VARIABLE, (value) => {
    const read = value === FOUND ? found(isFound) : pinsIn(value);
    whole = read.pins;
    return read.problem;
  });
  const constants: Given = flat(base);
  const isSandbox = base.name === 'sandbox';
  const pinsFor = (name: PinName): readonly string[] => {
    const { problemOf, isOfV1 } = PINS[name];
    const earlier = EARLIER_PINS[name];
    const separate = checked(earlier, problemOf);
    const values = whole[name] ?? (separate === undefined ? [] : [separate]);
    if (values.length === 0) return [];
    if (separate !== undefined && !values.some((value) => isSame(separate, value))) {
      report(VARIABLE, `has another ${name} than ${earlier}, which it replaces; unset ${earlier}`);
    }
    const isWhole = whole[name] !== undefined;
    const [at, begin] = isWhole ? [VARIABLE, `has a ${name} that `] : [earlier, ''];
    if (isOfV1 && base.dialect !== 'v1' && base.isDirect !== true && !isSandbox) {
      report(
        at,
        `${begin}is for a service that speaks v1; set ESCROW_API_DIALECT=v1, or ${isWhole ? 'remove' : 'unset'} it`,
      );
    } else if (isSandbox && !values.every((value) => isSame(value, constants[name]?.[0]))) {
      report(
        at,
        `${begin}differs from the sandbox’s constant; ${isWhole ? 'remove' : 'unset'} it, or set STELLAR_NETWORK to the real network`,
      );
    }
    return isCode(name) ? values.map((value) => value.toLowerCase()) : values;
  };
  const pins = Object.fromEntries(NAMES.map((name) => [name, pinsFor(name)])) as Required<Given>;
  const single = { ...base.single, ...pair(pins['single.factory'], pins['single.wasmHash']) };
  const [feeAddress] = pins.feeAddress;
  return {
    ...pair(pins.factory, pins.wasmHash),
    ...(Object.keys(single).length === 0 ? {} : { single }),
    ...(feeAddress === undefined ? {} : { feeAddress }),
  };
}

const isCode = (name: PinName): boolean => name.endsWith('wasmHash');

const pair = ([factory]: readonly string[], [wasmHash, ...otherHashes]: readonly string[]): Pins => ({
  ...(factory === undefined ? {} : { factory }),
  ...(wasmHash === undefined ? {} : { wasmHash }),
  ...(otherHashes.length === 0 ? {} : { otherHashes }),
});

/** An address in another case is invalid, so only hashes can differ in case. */
const isSame = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase();

function flat({ factory, wasmHash, single = {}, feeAddress }: Partial<Network>): Given {
  const ofSingle = { 'single.factory': single.factory, 'single.wasmHash': single.wasmHash };
  const all = Object.entries({ factory, wasmHash, ...ofSingle, feeAddress });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]])));
}

type Read = { readonly pins: Given; readonly problem?: string };
const fault = (problem: string): Read => ({ pins: {}, problem });

function found(isFound: boolean): Read {
  return isFound
    ? { pins: flat(FOUND_UNCONFIRMED) }
    : fault(
        'is found, which is only for ESCROW_SERVICE=trustless-work or direct on public: nothing was found elsewhere; name the pins',
      );
}

const SHAPE =
  'must be found, the path of a JSON file, or JSON like {"factory": "C…", "wasmHash": "…", "single": {"factory": "C…", "wasmHash": ["…", "…"]}, "feeAddress": "G…"}';

/** @param value JSON, or the path of a file with it */
function pinsIn(value: string): Read {
  const read = /^[{["]/.test(value) ? { text: value } : readSettingFile(value, MOST_BYTES);
  if ('problem' in read) return fault(`${read.problem}; it ${SHAPE}`);
  const setting = readJsonSetting(read.text);
  if (setting === undefined) return fault(SHAPE);
  const { single = {}, ...others } = setting.value;
  if (!isObject(single)) return fault(SHAPE);
  const fields = [
    ...Object.entries(others).map(([name, each]) => [[name], each] as const),
    ...Object.entries(single).map(([name, each]) => [['single', name], each] as const),
  ];
  const pins: Record<string, readonly string[]> = {};
  const pathText = (path: readonly string[]) => path.map(fieldName).join('.');
  const problems = setting.repeated.map((path) => `has ${pathText(path)} twice; leave one of them out`);
  for (const [path, each] of fields) {
    // A name with a dot in it is odd.
    const name = pathText(path);
    const pin = Object.hasOwn(PINS, name) ? PINS[name as PinName] : undefined;
    if (pin === undefined) problems.push(`has an unknown field ${name}`);
    else {
      const values = isCode(name as PinName) && Array.isArray(each) ? each : [each];
      const found = problemIn(values, pin.problemOf);
      if (found === undefined) pins[name] = values;
      else problems.push(`has a ${name} that ${found}`);
    }
  }
  return { pins, ...(problems.length === 0 ? {} : { problem: problems.join(', and ') }) };
}

/** Code may be a list: the first is what is deployed, the others are accepted too. */
function problemIn(values: readonly unknown[], problemOf: ProblemOf): string | undefined {
  if (values.length === 0 || values.length > MOST_CODES) return `is not a list of 1 to ${MOST_CODES}`;
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length < values.length) return 'is not a text';
  const isTwice = texts.some((text, at) => texts.findIndex((other) => isSame(text, other)) < at);
  return isTwice ? 'names one twice' : texts.map(problemOf).find((problem) => problem !== undefined);
}
