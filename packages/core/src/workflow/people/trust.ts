/** Whom the wallet that signs knows, and up to which sum: read from its money, and from what its person set by hand. */
import { LATELY_MS } from '../../contacts/index.ts';
import { knownToken } from '../../escrow/network.ts';
import { type EscrowAtStake, partiesAtStake, type Trust, trustIn } from '../../risk/index.ts';
import type { DeskContext } from '../context.ts';
import { isLocal, isOwner, type Person } from '../model/person.ts';

type TrustContext = Pick<DeskContext, 'store' | 'network' | 'policy' | 'viewer' | 'now'>;

/** @param owner of the request; their address book counts only where they are the signer, as far as that is known */
export async function trustOf(
  context: TrustContext,
  owner: Person,
  signer: string,
  stake: EscrowAtStake,
): Promise<Trust> {
  const { store, network } = context;
  const { contractId, escrow } = stake;
  const { address } = escrow.trustline;
  const [byHand, deals, feeBefore] = await Promise.all([
    trustedByHand(context, owner, signer),
    store.dealsOf(signer, knownToken(network, address)?.address ?? address),
    store.lastFee(signer, escrow.roles.platformAddress, contractId),
  ]);
  return { ...trustIn({ byHand, deals }, [...partiesAtStake(escrow, signer).keys()], stake), feeBefore };
}

/** Wallets of the signer's person, and what they have had in their address book for 7 days by their own hand. */
async function trustedByHand(
  { store, policy, viewer, now }: TrustContext,
  owner: Person,
  signer: string,
): Promise<ReadonlySet<string>> {
  const proven = isLocal(owner) ? undefined : await store.provenWallet(owner);
  // Who prepares for others does not vouch for anyone there.
  if (!isOwner(viewer, owner) && proven !== signer) return new Set();
  const wallet = isLocal(owner) ? policy.defaultSigner : proven;
  const kept = (await store.contactsOf(owner)).filter(
    ({ removedAt, setAt, setBy }) => removedAt === undefined && setBy !== 'command' && now() - setAt > LATELY_MS,
  );
  return new Set([...(wallet === undefined ? [] : [wallet]), ...kept.map(({ address }) => address)]);
}
