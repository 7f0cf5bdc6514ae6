/** Addresses as people give them: checked by checksum, and told apart when they are of the wrong kind. */
import { decodeStrKey, type StrKeyKind } from './strkey.ts';

export type AddressKind = 'account' | 'contract';

const WANTED: Readonly<Record<string, string>> = {
  account: 'an account address (G…, 56 characters)',
  contract: 'a contract address (C…, 56 characters)',
  'account,contract': 'an account (G…) or contract (C…) address of 56 characters',
};

/** What is wrong with `text` as an address of one of the `kinds`, in plain words; undefined if it is one. */
export function addressProblem(text: string, kinds: readonly AddressKind[]): string | undefined {
  const wanted = WANTED[kinds.join(',')] as string;
  if (text === '') return `is empty; give ${wanted}`;
  const key = decodeStrKey(text);
  if (key === undefined) return malformedProblem(text, wanted);
  if ((kinds as readonly StrKeyKind[]).includes(key.kind)) return undefined;
  switch (key.kind) {
    case 'secretSeed':
      return `is a secret seed, which must never be given to anyone; give ${wanted}`;
    case 'muxedAccount':
      return `is a muxed address (M…), which the escrow cannot hold; give the G address of its account`;
    case 'contract':
      return `is a contract (C…), but only an account can sign; give ${wanted}`;
    case 'account':
      return `is an account (G…); give ${wanted}`;
  }
}

export function isAddress(text: string, kinds: readonly AddressKind[]): boolean {
  return addressProblem(text, kinds) === undefined;
}

function malformedProblem(text: string, wanted: string): string {
  const trimmed = text.trim();
  if (trimmed !== text && decodeStrKey(trimmed) !== undefined) return 'has white space around it; give it without';
  if (text !== text.toUpperCase() && decodeStrKey(text.toUpperCase()) !== undefined) {
    return 'is written in lower case; addresses are all upper case, so copy it again from the wallet';
  }
  if (/^[GCM][A-Z2-7]{55,68}$/.test(text)) {
    return 'has a wrong checksum, so at least one character is wrong; copy it again from the wallet';
  }
  return `is not a Stellar address; give ${wanted}`;
}
