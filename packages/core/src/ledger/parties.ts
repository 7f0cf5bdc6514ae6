/** Reads the parties of an escrow from the ledger: accounts, their trustlines, and contracts that are tokens. */
import { Asset, Keypair, xdr } from '@stellar/stellar-sdk/base';
import { accountKey, instanceKey } from './entry-keys.ts';
import type { Parties, WantedParties } from './ledger.ts';
import type { Entries } from './stellar-rpc.ts';

/** The ledger keys of the parties. */
export function partyKeys({ accounts, contracts, asset }: WantedParties): xdr.LedgerKey[] {
  return [
    ...accounts.map(accountKey),
    ...(asset === undefined ? [] : accounts.map((account) => trustlineKey(account, asset))),
    ...contracts.map(instanceKey),
  ];
}

export function partiesIn(entries: Entries, { accounts, contracts, asset }: WantedParties): Parties {
  const known = accounts.map((address) => {
    const data = entries.at(accountKey(address));
    const account = data?.type === 'account' ? data.account : undefined;
    const party = {
      exists: account !== undefined,
      ...(asset === undefined
        ? {}
        : { trustline: address === asset.issuer || entries.at(trustlineKey(address, asset)) !== undefined }),
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

function trustlineKey(account: string, { code, issuer }: NonNullable<WantedParties['asset']>): xdr.LedgerKey {
  const accountId = Keypair.fromPublicKey(account).xdrAccountId();
  const asset = new Asset(code, issuer).toTrustLineXdrObject();
  return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset }));
}

/** Whether the account's own key is not enough for a contract call. */
function needsSeveral({ thresholds, signers }: xdr.AccountEntry): boolean {
  const [own = 0, , medium = 0] = thresholds.toBytes();
  return signers.length > 0 && own < Math.max(medium, 1);
}
