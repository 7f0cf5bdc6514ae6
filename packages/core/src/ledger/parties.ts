/** What the ledger knows of those who take part in an escrow: accounts, their trustlines, and contracts that are tokens. */
import { Asset, Keypair, xdr } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import { accountKey, instanceKey } from './entries.ts';
import type { Parties, WantedParties } from './ledger.ts';
import { readEntries } from './stellar-rpc.ts';

/** @throws Error of any kind where the RPC does not answer the question */
export async function partiesAt(server: Server, { accounts, contracts, asset }: WantedParties): Promise<Parties> {
  const trustline = asset === undefined ? undefined : new Asset(asset.code, asset.issuer).toTrustLineXdrObject();
  const trustlineKey = (account: string) =>
    xdr.LedgerKey.trustline(
      new xdr.LedgerKeyTrustLine({
        accountId: Keypair.fromPublicKey(account).xdrAccountId(),
        asset: trustline as xdr.TrustLineAsset,
      }),
    );
  const entries = await readEntries(server, [
    ...accounts.map(accountKey),
    ...(trustline === undefined ? [] : accounts.map(trustlineKey)),
    ...contracts.map(instanceKey),
  ]);
  const known = accounts.map((address) => {
    const data = entries.at(accountKey(address));
    const account = data?.type === 'account' ? data.account : undefined;
    const party = {
      exists: account !== undefined,
      ...(trustline === undefined ? {} : { trustline: entries.at(trustlineKey(address)) !== undefined }),
      ...(account === undefined ? {} : { severalSigners: needsSeveral(account) }),
    };
    return [address, party] as const;
  });
  const tokens = contracts.filter((address) => {
    const data = entries.at(instanceKey(address));
    const value = data?.type === 'contractData' ? data.contractData.val : undefined;
    return value?.type === 'scvContractInstance' && value.instance.executable.type === 'contractExecutableStellarAsset';
  });
  return { accounts: new Map(known), tokens: new Set(tokens) };
}

/** Whether the account's own key alone does not reach what a contract call needs. */
function needsSeveral({ thresholds, signers }: xdr.AccountEntry): boolean {
  const [own = 0, , medium = 0] = thresholds.toBytes();
  return signers.length > 0 && own < Math.max(medium, 1);
}
