/** Addresses as people give them: checked by checksum, and named when they are of the wrong kind. */
import { createProblem, type Problem, type WantedAddress } from '../errors/problems.ts';
import { decodeStrKey, type StrKeyKind } from './strkey.ts';

export type AddressKind = 'account' | 'contract';

/**
 * What is wrong with `text` as an address of one of the `kinds`; undefined if it is one.
 * @example
 * ```ts
 * import { addressProblem } from '@countersign/core/escrow';
 * import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
 *
 * const [{ address }] = SANDBOX_ACCOUNTS;
 * console.log(addressProblem(address, ['account'])); // → undefined
 * console.log(addressProblem(address, ['contract'])?.code); // → ACCOUNT_AS_ADDRESS
 * ```
 */
export function addressProblem(text: string, kinds: readonly AddressKind[]): Problem | undefined {
  const [only = 'account', ...others] = kinds;
  const wanted = others.length === 0 ? only : 'either';
  if (text === '') return createProblem('ADDRESS_EMPTY', { wanted });
  const key = decodeStrKey(text);
  if (key === undefined) return malformedProblem(text, wanted);
  if ((kinds as readonly StrKeyKind[]).includes(key.kind)) return undefined;
  switch (key.kind) {
    case 'secretSeed':
      return createProblem('SEED_AS_ADDRESS', { wanted });
    case 'muxedAccount':
      return createProblem('MUXED_ADDRESS');
    case 'contract':
      return createProblem('CONTRACT_CANNOT_SIGN', { wanted });
    case 'account':
      return createProblem('ACCOUNT_AS_ADDRESS', { wanted });
  }
}

export function isAddress(text: string, kinds: readonly AddressKind[]): boolean {
  return addressProblem(text, kinds) === undefined;
}

/** Only its domain's server knows the account, and can name another one at any time (SEP-2). */
const FEDERATED = /^[^\s*]{1,64}\*[\w-]{1,63}\.[\w.-]{1,190}$/;

function malformedProblem(text: string, wanted: WantedAddress): Problem {
  const trimmed = text.trim();
  if (trimmed !== text && decodeStrKey(trimmed) !== undefined) return createProblem('ADDRESS_IN_SPACE');
  if (text !== text.toUpperCase() && decodeStrKey(text.toUpperCase()) !== undefined) {
    return createProblem('ADDRESS_IN_LOWER_CASE');
  }
  if (/^[GCM][A-Z2-7]{55,68}$/.test(text)) return createProblem('ADDRESS_CHECKSUM');
  return createProblem(FEDERATED.test(text) ? 'FEDERATED_ADDRESS' : 'NOT_AN_ADDRESS', { wanted });
}
