/**
 * Events of asset movements, in the network's single format for payments and token contracts (CAP-67): from the issuer
 * is a mint, to the issuer is a burn, anything else is a transfer.
 */
import { Address, Asset, xdr } from '@stellar/stellar-sdk/base';
import { addressValue, i128, structValue, symbol } from '../host/values.ts';
import { contractAddress } from '../keys.ts';

type Movement = { readonly asset: Asset; readonly from: string; readonly to: string };

/** `from`, `to`: G or C addresses. */
export function movementTopics({ asset, from, to }: Movement): xdr.ScVal[] {
  const issuer = asset.isNative() ? undefined : asset.getIssuer();
  const name = xdr.ScVal.scvString(asset.toString());
  if (from === issuer && to !== issuer) return [symbol('mint'), addressValue(to), name];
  if (to === issuer && from !== issuer) return [symbol('burn'), addressValue(from), name];
  return [symbol('transfer'), addressValue(from), addressValue(to), name];
}

/** A payment's reference for the payee: an M address's number, or a memo. */
export type PayeeNote = { readonly to: xdr.MuxedAccount; readonly memo: xdr.Memo };

/** The event of a payment between accounts, as if the asset's token contract had emitted it. */
export function movementEvent(
  networkId: Uint8Array,
  movement: Movement,
  amount: bigint,
  note?: PayeeNote,
): xdr.ContractEvent {
  const topics = movementTopics(movement);
  const burnt = topics[0]?.type === 'scvSymbol' && topics[0].sym.toString() === 'burn';
  const id = note === undefined || burnt ? undefined : noteValue(note);
  const data = id === undefined ? i128(amount) : structValue({ amount: i128(amount), to_muxed_id: id });
  return assetEvent(networkId, movement.asset, topics, data);
}

/**
 * A fee is an event of the transaction's, before all others of its ledger; a refund is a negative one, after all others.
 * @param payer G address
 */
export function feeEvent(networkId: Uint8Array, payer: string, amount: bigint): xdr.TransactionEvent {
  const { transactionEventStageBeforeAllTxs: before, transactionEventStageAfterAllTxs: after } =
    xdr.TransactionEventStage;
  const event = assetEvent(networkId, Asset.native(), [symbol('fee'), addressValue(payer)], i128(amount));
  return new xdr.TransactionEvent({ stage: amount < 0n ? after : before, event });
}

export function eventOfContract(contractId: xdr.ContractId, topics: xdr.ScVal[], data: xdr.ScVal): xdr.ContractEvent {
  return new xdr.ContractEvent({
    ext: xdr.ExtensionPoint.v0(),
    contractId,
    type: xdr.ContractEventType.contract,
    body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
  });
}

function assetEvent(networkId: Uint8Array, asset: Asset, topics: xdr.ScVal[], data: xdr.ScVal): xdr.ContractEvent {
  return eventOfContract(tokenOf(networkId, asset), topics, data);
}

/** Each transaction has an event of XLM's. */
const nativeTokens = new WeakMap<Uint8Array, xdr.ContractId>();

function tokenOf(networkId: Uint8Array, asset: Asset): xdr.ContractId {
  const known = asset.isNative() ? nativeTokens.get(networkId) : undefined;
  if (known !== undefined) return known;
  const preimage = xdr.ContractIdPreimage.contractIdPreimageFromAsset(asset.toXdrObject());
  const token = new xdr.ContractId(Address.fromString(contractAddress(networkId, preimage)).toBuffer());
  if (asset.isNative()) nativeTokens.set(networkId, token);
  return token;
}

function noteValue({ to, memo }: PayeeNote): xdr.ScVal | undefined {
  if (to.type === 'keyTypeMuxedEd25519') return xdr.ScVal.scvU64(to.med25519.id);
  switch (memo.type) {
    case 'memoNone':
      return undefined;
    case 'memoText':
      return xdr.ScVal.scvString(memo.text);
    case 'memoId':
      return xdr.ScVal.scvU64(memo.id);
    case 'memoHash':
      return xdr.ScVal.scvBytes(memo.hash.toBytes());
    case 'memoReturn':
      return xdr.ScVal.scvBytes(memo.retHash.toBytes());
  }
}
