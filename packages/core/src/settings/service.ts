/** The escrow service, its dialect and its pins, from a preset, from single settings, or both. */
import { DIALECT_NAMES, type Network, type NetworkName, networkWith } from '../escrow/network.ts';
import { TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { baseUrlProblem } from './base-url.ts';
import type { Reading } from './given-value.ts';
import { readPins } from './pins.ts';

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
  const isLiveOnPublic = preset !== undefined && name === 'public';
  return { network: { ...base, ...readPins(base, isLiveOnPublic, reading) }, serviceUrl };
}

function serviceProblem(value: string): string | undefined {
  if (value === PRESET) return undefined;
  return `must be ${PRESET}, the one service that is known here; for another one unset it and set ESCROW_API_URL`;
}
