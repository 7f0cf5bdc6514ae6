/** Funds an escrow through the desk: built over Stellar RPC, compared, signed by a sandbox wallet, told by the ledger. */
import { type Desk, openDesk, openSqliteStore, type Prepared, type Settlement } from '@countersign/core';
import { NETWORKS } from '@countersign/core/network';
import type { Settings } from '@countersign/core/settings';
import type { Keypair } from '@stellar/stellar-sdk/base';
import { signForSandbox } from './sign.ts';

const [usdc] = NETWORKS.sandbox.tokens;

/** Where a sandbox is reached, as it says itself. */
type RunningSandbox = { readonly url: string; readonly rpcUrl: string };

/** A desk that keeps nothing: what is prepared here is signed at once, and may be paid again. */
export function openFundingDesk(settings: Settings, { url, rpcUrl }: RunningSandbox): Promise<Desk> {
  return openDesk(
    { ...settings, serviceUrl: url, rpcUrls: [rpcUrl] },
    { store: openSqliteStore(undefined, 'sandbox') },
  );
}

/** @param amount in USDC, as text. @throws CountersignError those of `prepare` */
export function prepareFunding(desk: Desk, from: Keypair, escrow: string, amount: string): Promise<Prepared<'fund'>> {
  const trustline = { address: usdc.address, decimals: 10 ** usdc.decimals };
  return desk.prepare('fund', { signer: from.publicKey(), escrow, amount, trustline });
}

/** @throws CountersignError those of `submit` */
export function submitFunding(desk: Desk, from: Keypair, { id, unsignedXdr }: Prepared<'fund'>): Promise<Settlement> {
  return desk.submit({ signedXdr: signForSandbox(unsignedXdr, from), id });
}
