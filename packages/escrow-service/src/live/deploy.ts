/** Builds the transaction that deploys an escrow, as the live service does today. It executes nothing. */
import { randomBytes } from 'node:crypto';
import { toBasisPoints } from '@countersign/core/escrow';
import {
  contractIdFor,
  deployInvocation,
  type EscrowKind,
  type EscrowOnChain,
  servedKind,
} from '@countersign/core/kinds';
import { pinsOf, type Release } from '@countersign/core/network';
import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { beginCall, type Call } from '../contract/call.ts';
import { contractValue, readEntries } from '../contract/entries.ts';
import { Refusal } from '../contract/refusal.ts';
import { decimalsOfToken, instanceKey } from '../contract/token.ts';
import { accountKey, sequenceOf, trustlineKey } from './accounts.ts';
import { buildCall, endOf, hashOf } from './build-call.ts';
import type { LiveService } from './live-service.ts';
import type { AskedAsset, EscrowRecord } from './record.ts';
import { unitsOf } from './units.ts';

/** A body of v1, parsed. Amounts in token units and the fee in percent, as exact decimals. */
export type LiveDeploy = {
  readonly signer: string;
  readonly engagementId: string;
  readonly title: string;
  readonly description: string;
  readonly platformFee: string;
  readonly roles: EscrowOnChain['roles'];
  /** Of a single release. */
  readonly amount?: string;
  readonly milestones: readonly {
    readonly description: string;
    readonly amount?: string;
    readonly receiver?: string;
  }[];
  readonly trustline: AskedAsset;
};

/** In stroops. */
const INCLUSION_FEE = 1_000n;
/** Of every Stellar asset. */
const ASSET_DECIMALS = 7;

/**
 * @returns the unsigned transaction; the service remembers it
 * @throws Refusal | NetworkTrouble
 */
export async function buildLiveDeploy({ on, pending }: LiveService, release: Release, asked: LiveDeploy) {
  const call = beginCall(on, on.patience.readMs);
  const kind = servedKind('v1', release) as EscrowKind;
  const { factory, wasmHash } = pinsOf(on.network, release) as { readonly factory: string; readonly wasmHash: string };
  const { signer } = asked;
  const token = tokenOf(asked.trustline, on.network.passphrase);
  const { sequence, decimals } = await checkParties(call, asked, token);
  const escrow = escrowOf(asked, token, decimals);
  const salt = randomBytes(32);
  const invocation = deployInvocation({
    factory,
    deployer: signer,
    wasmHash: Buffer.from(wasmHash, 'hex'),
    salt,
    escrow: kind.encode(escrow),
  });
  const transaction = await buildCall(call, {
    source: signer,
    sequence,
    invocation: new xdr.InvokeContractArgs({ ...invocation, functionName: kind.factoryFunction }),
    inclusionFee: () => INCLUSION_FEE,
  });
  const contractId = contractIdFor(factory, salt, on.network.passphrase);
  const at = on.now();
  const record: EscrowRecord = {
    ...{ contractId, kind, factory, signer, escrow, decimals, balance: 0n, createdAt: at, updatedAt: at },
    asset: asked.trustline,
  };
  pending.add({ action: 'deploy', hash: hashOf(transaction), endsAt: endOf(transaction), record });
  return transaction;
}

/** A contract that stands where the issuer should is taken as it is, as the live service does. */
function tokenOf({ address, symbol }: AskedAsset, passphrase: string): string {
  return address.startsWith('C') ? address : new Asset(symbol, address).contractId(passphrase);
}

async function checkParties(
  call: Call,
  { signer, roles: { platformAddress }, trustline }: LiveDeploy,
  token: string,
): Promise<{ readonly sequence: bigint; readonly decimals: number }> {
  const isAsset = trustline.address.startsWith('G');
  // An issuer has no trustline for what it issues, and a contract needs none.
  const platformKey =
    isAsset && platformAddress.startsWith('G') && platformAddress !== trustline.address
      ? trustlineKey(platformAddress, trustline)
      : undefined;
  const entries = await readEntries(call, [
    accountKey(signer),
    instanceKey(token),
    ...(platformKey === undefined ? [] : [platformKey]),
  ]);
  const sequence = sequenceOf(entries, signer);
  if (platformKey !== undefined && entries(platformKey) === undefined) {
    throw new Refusal(`The platform address ${platformAddress} has no trustline for ${trustline.symbol}`);
  }
  if (isAsset) return { sequence, decimals: ASSET_DECIMALS };
  const decimals = await decimalsOfToken(call, token, contractValue(entries(instanceKey(token))));
  return { sequence, decimals: decimals ?? ASSET_DECIMALS };
}

/** @throws Refusal where an amount cannot be one of the token */
function escrowOf(asked: LiveDeploy, token: string, decimals: number): EscrowOnChain {
  const { engagementId, title, description, roles } = asked;
  const untouched = { disputed: false, released: false, resolved: false };
  const total = asked.amount;
  return {
    ...{ engagementId, title, description, roles, receiverMemo: 0n },
    platformFee: toBasisPoints(asked.platformFee) as number,
    ...(total === undefined ? {} : { amount: unitsOf(total, decimals, 'amount'), flags: untouched }),
    milestones: asked.milestones.map(({ amount, ...milestone }, index) => ({
      ...milestone,
      ...(amount === undefined ? {} : { amount: unitsOf(amount, decimals, `milestones.${index}.amount`) }),
      status: 'pending',
      evidence: '',
      flags: { ...(total === undefined ? untouched : {}), approved: false },
    })),
    trustline: { address: token },
  };
}
