/** A proxy before a real Stellar RPC that reports another escrow than the ledger holds. */
import { ESCROW_KINDS, type EscrowOnChain } from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import type { RpcProxy } from './rpc-proxy.ts';

type Entry = { readonly key: string; readonly xdr: string };

/** @param lie what it makes of every escrow that it is asked for; undefined: the truth again */
export function lieAboutEscrows(proxy: RpcProxy, lie: ((escrow: EscrowOnChain) => EscrowOnChain) | undefined): void {
  proxy.answer =
    lie &&
    (async ({ method }, pass) => {
      const reply = await pass();
      if (method !== 'getLedgerEntries') return reply;
      const entries = (reply.result.entries as Entry[]).map((entry) => ({ ...entry, xdr: altered(entry.xdr, lie) }));
      return { ...reply, result: { ...reply.result, entries } };
    });
}

/** An escrow is kept as an entry of its own, or in its contract's instance. */
function altered(text: string, lie: (escrow: EscrowOnChain) => EscrowOnChain): string {
  const data = xdr.LedgerEntryData.fromXdr(text, 'base64');
  if (data.type !== 'contractData') return text;
  const { contractData } = data;
  const { val } = contractData;
  if (val.type === 'scvContractInstance') {
    const { instance } = val;
    const storage = instance.storage?.map(({ key, val: kept }) => new xdr.ScMapEntry({ key, val: lied(kept, lie) }));
    if (storage === undefined) return text;
    return withValue(contractData, xdr.ScVal.scvContractInstance(new xdr.ScContractInstance({ ...instance, storage })));
  }
  return withValue(contractData, lied(val, lie));
}

function withValue(data: xdr.ContractDataEntry, val: xdr.ScVal): string {
  const { ext, contract, key, durability } = data;
  return xdr.LedgerEntryData.contractData(new xdr.ContractDataEntry({ ext, contract, key, durability, val })).toXdr(
    'base64',
  );
}

function lied(value: xdr.ScVal, lie: (escrow: EscrowOnChain) => EscrowOnChain): xdr.ScVal {
  for (const kind of ESCROW_KINDS) {
    const { escrow, problems } = kind.decode(value);
    if (escrow !== undefined && problems.length === 0) return kind.encode(lie(escrow));
  }
  return value;
}
