/** Sends a signed transaction, and tells what a deploy created. */
import { readTransaction } from '@countersign/core/envelope';
import { fromBaseUnits, fromBasisPoints } from '@countersign/core/escrow';
import { type ReadDeploy, readDeploy } from '@countersign/core/kinds';
import { beginCall, type Call } from '../contract/call.ts';
import { calledIn, isFactory } from '../contract/called.ts';
import type { EscrowNetwork } from '../contract/network.ts';
import { NetworkTrouble, Refusal } from '../contract/refusal.ts';
import { readSigned, settleSigned } from '../contract/send.ts';
import { exactNumber } from '../http/bodies.ts';
import { withMeaning } from './meaning.ts';
import { unitsOfToken } from './step.ts';

type Deployed = { readonly contractId?: string; readonly escrow?: object | undefined };

/**
 * @param signedXdr base64
 * @param wantsEscrow whether the escrow is to be returned
 * @returns empty where it was no deploy
 * @throws Refusal | NetworkTrouble
 */
export async function sendSeed(on: EscrowNetwork, signedXdr: string, wantsEscrow: boolean): Promise<Deployed> {
  const { passphrase } = on.network;
  const transaction = readSigned(signedXdr, passphrase);
  const { contract } = calledIn(signedXdr, passphrase);
  const call = beginCall(on, on.patience.sendMs);
  const settle = () => settleSigned(on, transaction);
  await (contract === undefined ? settle() : withMeaning(call, contract, settle));
  if (!isFactory(on.network, contract)) return {};
  const deploy = readDeploy(readTransaction(transaction.toXdr(), passphrase), passphrase);
  if ('unreadable' in deploy) return {};
  const { contractId } = deploy;
  return wantsEscrow ? { contractId, escrow: await viewOf(call, deploy) } : { contractId };
}

/** The fields of the request, in its units, with their states; undefined where the token's decimals cannot be read now. */
async function viewOf(call: Call, { contractId, deployer, kind, escrow }: ReadDeploy): Promise<object | undefined> {
  const { engagementId, title, description, flags, amount, receiverMemo = 0n } = escrow;
  const { address } = escrow.trustline;
  const { releaseSigner, ...roles } = escrow.roles;
  const decimals = await unitsOfToken(call, address).catch((error: unknown) => {
    if (!(error instanceof Refusal || error instanceof NetworkTrouble)) throw error;
  });
  if (decimals === undefined) return undefined;
  const units = (base: bigint) => exactNumber(fromBaseUnits(base, decimals));
  const receivers = new Set(escrow.milestones.map(({ receiver }) => receiver));
  const [receiver = roles.receiver] = receivers;
  const isOne = receivers.size === 1;
  return {
    ...{ contractId, signer: deployer, engagementId, title, description },
    ...(kind.release === 'multi' ? {} : { kind: kind.release, flags }),
    roles: { ...roles, release: releaseSigner, ...(isOne ? { receiver } : {}) },
    platformFee: exactNumber(fromBasisPoints(escrow.platformFee)),
    ...(amount === undefined ? {} : { amount: units(amount) }),
    milestones: escrow.milestones.map(({ amount: each, receiver: own, ...milestone }) => ({
      ...milestone,
      ...(each === undefined ? {} : { amount: units(each) }),
      ...(isOne ? {} : { receiver: own }),
    })),
    trustline: { address, decimals: 10 ** decimals },
    receiverMemo: exactNumber(receiverMemo.toString()),
  };
}
