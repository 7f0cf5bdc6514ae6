/** Funds an escrow through the desk: built, compared, signed by a sandbox wallet, settled on the ledger. */
import { type Desk, openDesk, type Prepared, type Settlement } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import type { Settings } from '@countersign/core/settings';
import type { Keypair } from '@stellar/stellar-sdk/base';
import { signForSandbox } from './sign.ts';

/** Where a sandbox is reached, according to itself. */
type RunningSandbox = { readonly url: string; readonly rpcUrl: string };

/** The desk on the data folder: it knows earlier payments, so nothing is paid twice unasked. */
export function openFundingDesk(settings: Settings, { url, rpcUrl }: RunningSandbox): Promise<Desk> {
  return openDesk({ ...settings, serviceUrl: url, rpcUrls: [rpcUrl] });
}

export type Way = Prepared<'fund'>['summary']['way'];

/** @param amount in the escrow's token, as text. @throws CountersignError those of `prepare` */
export function prepareFunding(
  desk: Desk,
  from: Keypair,
  escrow: string,
  amount: string,
  way: Way = 'escrow',
): Promise<Prepared<'fund'>> {
  return desk.prepare('fund', { signer: from.publicKey(), escrow, amount, way });
}

/** @throws CountersignError those of `confirm` */
export async function confirmFunding(
  desk: Desk,
  { id, judgement }: Prepared<'fund'>,
  amount: string,
): Promise<Prepared<'fund'>> {
  await desk.confirm(id, { amount, shown: judgement.key });
  return await desk.prepare('fund', { id });
}

/** @throws CountersignError those of `submit`; CONFIRMATION_NEEDED */
export function submitFunding(desk: Desk, from: Keypair, { id, unsignedXdr }: Prepared<'fund'>): Promise<Settlement> {
  return desk.submit({ signedXdr: signForSandbox(requireUnsigned(unsignedXdr), from), id });
}

export function requireUnsigned(unsignedXdr: string | undefined): string {
  if (unsignedXdr === undefined) throw new CountersignError('CONFIRMATION_NEEDED');
  return unsignedXdr;
}
