/** The escrow service, its dialect and its pins, from a preset, from single settings, or both. */
import { DIALECT_NAMES, directNetwork, type Network, type NetworkName, networkWith } from '../escrow/network.ts';
import { TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { baseUrlProblem } from './base-url.ts';
import type { Reading } from './given-value.ts';
import { readPins } from './pins.ts';

const PRESET = 'trustless-work';
/** No service: transactions are built here, and sent by Stellar RPC. */
const DIRECT = 'direct';

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
  const isDirect = service === DIRECT;
  const givenUrl = checked('ESCROW_API_URL', baseUrlProblem);
  if (isDirect && givenUrl !== undefined) {
    report('ESCROW_API_URL', `names a service, but ESCROW_SERVICE is ${DIRECT}, which uses none; unset one of them`);
  }
  const serviceUrl = isDirect ? undefined : (givenUrl ?? preset?.serviceUrl);
  const dialect = oneOf('ESCROW_API_DIALECT', DIALECT_NAMES, preset === undefined ? 'seed' : 'v1');
  const { serviceUrl: _, ...known } = preset ?? { serviceUrl };
  const base: Network = {
    ...(isDirect ? directNetwork(name) : networkWith(name, dialect)),
    ...(isDirect || dialect === 'v1' ? known : {}),
  };
  const isFound = name === 'public' && (preset !== undefined || isDirect);
  return { network: { ...base, ...readPins(base, isFound, reading) }, serviceUrl };
}

function serviceProblem(value: string): string | undefined {
  if (value === PRESET || value === DIRECT) return undefined;
  return `must be ${PRESET}, the one service that is known here, or ${DIRECT} for none; for another one unset it and set ESCROW_API_URL`;
}
