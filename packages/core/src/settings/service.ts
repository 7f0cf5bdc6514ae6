/** The escrow service, its dialect and its pins, from a preset, from single settings, or both. */
import { type AddressKind, addressProblem } from '../escrow/address.ts';
import {
  DIALECT_NAMES,
  type DialectName,
  type Network,
  type NetworkName,
  networkWith,
  type Pins,
} from '../escrow/network.ts';
import { TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { problemText } from '../words/en/problems.ts';
import { baseUrlProblem } from './base-url.ts';

type ProblemOf = (value: string) => string | undefined;

/** Reads settings and reports their problems. */
export type Reading = {
  readonly checked: (name: string, problemOf: ProblemOf) => string | undefined;
  readonly oneOf: <Value extends string>(name: string, values: readonly Value[], otherwise: Value) => Value;
  readonly report: (name: string, problem: string | undefined) => void;
};

const PRESET = 'trustless-work';

export function readService(
  name: NetworkName,
  reading: Reading,
): { readonly network: Network; readonly serviceUrl: string | undefined } {
  const { checked, oneOf, report } = reading;
  const service = checked('ESCROW_SERVICE', serviceProblem);
  // A misspelt service or network still selects a preset, so that no problems that follow from it are reported.
  const preset =
    service === undefined || name === 'sandbox' ? undefined : TRUSTLESS_WORK[name === 'public' ? name : 'testnet'];
  if (service === PRESET && name === 'sandbox') {
    report('ESCROW_SERVICE', `is ${PRESET}, which runs on testnet and public; set STELLAR_NETWORK to one of them`);
  }
  const serviceUrl = checked('ESCROW_API_URL', baseUrlProblem) ?? preset?.serviceUrl;
  const dialect = oneOf('ESCROW_API_DIALECT', DIALECT_NAMES, preset === undefined ? 'seed' : 'v1');
  const { serviceUrl: _, ...known } = preset ?? { serviceUrl };
  const base: Network = { ...networkWith(name, dialect), ...(dialect === 'v1' ? known : {}) };
  return { network: { ...base, ...pins(base, dialect, reading) }, serviceUrl };
}

/** The pins from the settings. The sandbox's are constants: a service with others is not the sandbox. */
function pins(base: Network, dialect: DialectName, { checked, report }: Reading): Partial<Network> {
  const pinned = (variable: string, problemOf: ProblemOf, constant: string | undefined, isOfV1 = true) => {
    const value = checked(variable, problemOf);
    if (value === undefined) return undefined;
    if (isOfV1 && dialect !== 'v1' && base.name !== 'sandbox') {
      report(variable, 'is for a service that speaks v1; set ESCROW_API_DIALECT=v1, or unset it');
    } else if (base.name === 'sandbox' && value.toLowerCase() !== constant?.toLowerCase()) {
      report(variable, 'differs from the sandbox’s constant; unset it, or set STELLAR_NETWORK to the real network');
    }
    return value;
  };
  const contract = notAddress('contract');
  const pair = (suffix: string, constants: Pins | undefined): Pins => {
    const factory = pinned(`ESCROW_FACTORY${suffix}`, contract, constants?.factory, suffix !== '');
    const code = pinned(`ESCROW_WASM_HASH${suffix}`, hashProblem, constants?.wasmHash, suffix !== '')?.toLowerCase();
    return { ...(factory === undefined ? {} : { factory }), ...(code === undefined ? {} : { wasmHash: code }) };
  };
  const single = { ...base.single, ...pair('_SINGLE', base.single) };
  const feeAddress = pinned('ESCROW_FEE_ADDRESS', notAddress('account'), base.feeAddress);
  return {
    ...pair('', base),
    ...(Object.keys(single).length === 0 ? {} : { single }),
    ...(feeAddress === undefined ? {} : { feeAddress }),
  };
}

/** Settings are the operator's, so their problems are in English. */
export function notAddress(...kinds: readonly AddressKind[]): ProblemOf {
  return (value) => {
    const problem = addressProblem(value, kinds);
    return problem === undefined ? undefined : problemText(problem);
  };
}

function serviceProblem(value: string): string | undefined {
  if (value === PRESET) return undefined;
  return `must be ${PRESET}, the one service that is known here; for another one unset it and set ESCROW_API_URL`;
}

function hashProblem(value: string): string | undefined {
  return /^[0-9a-f]{64}$/i.test(value) ? undefined : 'is not a SHA-256 in hex (64 characters)';
}
