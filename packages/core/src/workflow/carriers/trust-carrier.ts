/** A trustline's transaction: built here from what the ledger has of the account, and sent by Stellar RPC alone. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { RESERVE } from '../../actions/trust/summary.ts';
import { FEE, MAX_LIMIT, trustTransaction } from '../../actions/trust/transaction.ts';
import { CountersignError, createProblem, type Problem } from '../../errors/errors.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import { type Asset, assetOf, type Network } from '../../escrow/network.ts';
import type { Ledger, PartyAccount } from '../../ledger/ledger.ts';
import { type Carrier, LIFE_SECONDS } from '../model/carrier.ts';
import { accountMissing, noAnswer, sendByRpc } from './rpc-sending.ts';

/** The time bounds begin a little in the past, so that clocks which differ slightly agree that they have begun. */
const BEGUN_SECONDS = 10;

export function trustCarrier(ledger: Ledger, network: Network, now: () => number): Carrier<'trust'> {
  return {
    builder: () => 'rpc',
    build: async ({ signer, trustline }, { signal }) => {
      const asset = await issuedAsset(ledger, network, trustline.address, signal);
      const parties = { accounts: [signer, asset.issuer], contracts: [], asset };
      const snapshot = await ledger.lookAt({ account: signer, contracts: [], parties }, signal);
      if (snapshot.kind === 'no-answer') throw noAnswer(signal);
      const { account } = snapshot;
      if (account === undefined) throw accountMissing(signer, network);
      requireUseful(signer, asset, snapshot.parties?.accounts);
      requireReserve(account, snapshot.parties?.accounts.get(signer)?.trustline === true ? 0n : RESERVE);
      const seconds = Math.floor(now() / 1_000);
      return trustTransaction({
        signer,
        asset,
        sequence: account.seqNum,
        begins: seconds - BEGUN_SECONDS,
        ends: seconds + LIFE_SECONDS,
        passphrase: network.passphrase,
      });
    },
    send: (signedXdr, options) => sendByRpc(ledger, signedXdr, options),
  };
}

async function issuedAsset(
  ledger: Ledger,
  network: Network,
  token: string,
  signal: AbortSignal | undefined,
): Promise<Asset> {
  const asset = assetOf(network, token) ?? (await ledger.assetOf(token, signal));
  if (asset !== undefined) return asset;
  if ((await ledger.lookAt({ contracts: [token] }, signal)).kind === 'no-answer') throw noAnswer(signal);
  throw notAToken(createProblem('NO_ASSET_CONTRACT', { network: network.name }));
}

function requireUseful(
  signer: string,
  { code, issuer }: Asset,
  accounts: ReadonlyMap<string, PartyAccount> | undefined,
): void {
  if (signer === issuer) throw notAToken(createProblem('ISSUER_NEEDS_NO_TRUSTLINE'));
  const { trustline, limit } = accounts?.get(signer) ?? {};
  // Signed for a trustline with a limit, the same transaction raises it.
  if (trustline === true && limit === MAX_LIMIT) {
    throw new CountersignError('ALREADY_ON_LEDGER', {
      message: `The account ${signer} has a trustline for ${code} of ${issuer} already.`,
      remedy: 'Nothing needs to be done: it can hold the token.',
    });
  }
  if (accounts?.get(issuer)?.exists === false) {
    throw notAToken(createProblem('ISSUER_GONE', { issuer }));
  }
}

/**
 * @param more what the transaction adds to its reserve, in stroops
 * @throws CountersignError where the account has too little XLM for that and the fee
 */
function requireReserve(account: xdr.AccountEntry, more: bigint): void {
  const missing = reserved(account) + more + FEE - account.balance;
  if (missing <= 0n) return;
  const xlm = (stroops: bigint) => `${fromBaseUnits(stroops, 7)} XLM`;
  const reserve = more === 0n ? '' : `a trustline holds back ${xlm(more)}, and `;
  throw new CountersignError('INPUT_INVALID', {
    message: `The account lacks ${xlm(missing)}: ${reserve}the fee is at most ${xlm(FEE)}.`,
    remedy: 'Send that much XLM to the account, then try again.',
  });
}

/** What the account cannot spend now: its reserves, and what it transactions for sale. */
function reserved({ numSubEntries, ext }: xdr.AccountEntry): bigint {
  const first = ext.type === 'v1' ? ext.v1 : undefined;
  const second = first?.ext.type === 'v2' ? first.ext.v2 : undefined;
  const entries = 2 + numSubEntries + (second?.numSponsoring ?? 0) - (second?.numSponsored ?? 0);
  return BigInt(entries) * RESERVE + (first?.liabilities.selling ?? 0n);
}

function notAToken(problem: Problem): CountersignError {
  return new CountersignError('INPUT_INVALID', { fields: [{ path: 'token', problem }] });
}
