import { contractOf, keyOf } from '@countersign/testkit/fixtures/deploy-risk-fixture';
import { expect, test } from 'vitest';
import { NETWORKS, type Network } from '../escrow/network.ts';
import { nativeToken, paidFrom, payability, type SeenOnLedger } from './payability.ts';

const network: Network = { ...NETWORKS.testnet, factory: contractOf(20), single: { factory: contractOf(21) } };
const [USDC, EURC] = NETWORKS.testnet.tokens;
const [YOU, WORKER] = [keyOf(1), keyOf(2)] as [string, string];
const [ESCROW, CONTRACT, GOLD] = [22, 23, 24].map(contractOf) as [string, string, string];
const XLM = nativeToken(network);
const asset = { code: 'GOLD', issuer: keyOf(3) };

type Case = { to?: string; token?: string; signer?: string; units?: bigint; least?: bigint; seen?: SeenOnLedger };
const judge = ({ to = WORKER, token = USDC.address, signer = YOU, units = 100n, least = units, seen = {} }: Case) =>
  payability(
    { role: 'receiver', address: to, units, least },
    paidFrom(network, token, { signer, escrow: ESCROW }, seen),
    seen,
  );

const account = (changes: object = {}): SeenOnLedger => ({
  accounts: new Map([[WORKER, { exists: true, trustline: true, isAuthorised: true, room: 100n, ...changes }]]),
});
const contract = (kind: 'wallet' | 'not-wallet' | 'absent'): SeenOnLedger => ({
  contracts: new Map([[CONTRACT, kind]]),
});
const missing = (protocol?: number): SeenOnLedger => ({
  accounts: new Map([[WORKER, { exists: false }]]),
  ...(protocol === undefined ? {} : { protocol }),
});

const noMemo = account({ needsMemo: true });
const inXlm = (units: bigint, protocol?: number) => ({ token: XLM, units, seen: missing(protocol) });

const PAYEES: Readonly<Record<string, Case>> = {
  'the token’s contract': { to: USDC.address },
  'the token’s contract, of terms that name the issuer': { to: USDC.address, token: USDC.issuer },
  'the contract of XLM, paid in XLM': { to: XLM, token: XLM },
  'the factory': { to: contractOf(20) },
  'the factory of single releases': { to: contractOf(21) },
  'the escrow itself': { to: ESCROW },
  'the issuer': { to: USDC.issuer },
  'the issuer, of terms that name it': { to: USDC.issuer, token: USDC.issuer },
  'the issuer of a token that proved its asset': { to: asset.issuer, token: GOLD, seen: { asset } },
  'the issuer, who signs: a redemption': { to: USDC.issuer, signer: USDC.issuer },
  'the issuer of another token': { to: EURC.issuer },
  'the contract of another known token': { to: EURC.address },
  'the contract of a token, as the ledger shows': { to: CONTRACT, seen: { tokens: new Set([CONTRACT]) } },
  'a contract without __check_auth': { to: CONTRACT, seen: contract('not-wallet') },
  'a smart wallet': { to: CONTRACT, seen: contract('wallet') },
  'a smart wallet whose balance is frozen': {
    ...{ to: CONTRACT, seen: { ...contract('wallet'), frozen: new Set([CONTRACT]) } },
  },
  'no contract': { to: CONTRACT, seen: contract('absent') },
  'a contract whose code is not listed': { to: CONTRACT },
  'an account that was not read': {},
  'an account whose trustline was not read': { seen: { accounts: new Map([[WORKER, { exists: true }]]) } },
  'an account that can be paid': { seen: account() },
  'an account that wants a memo': { seen: noMemo },
  'an account that wants a memo, in XLM': { token: XLM, seen: noMemo },
  'no account': { seen: missing() },
  'no account, of a token with code of its own': { token: GOLD, seen: missing() },
  'no trustline': { seen: account({ trustline: false }) },
  'no trustline, of a token that proved its asset': {
    ...{ token: GOLD, seen: { ...account({ trustline: false }), asset } },
  },
  'no trustline, where none is needed': { token: XLM, seen: account({ trustline: false }) },
  'a trustline that is not authorised': { seen: account({ isAuthorised: false }) },
  'a full trustline': { units: 101n, seen: account() },
  'a trustline that is full afterwards': { units: 100n, seen: account() },
  'no account, in XLM, before protocol 26': inXlm(10_000_000n, 25),
  'no account, in XLM, of an unknown protocol': inXlm(10_000_000n),
  'no account, in XLM, from protocol 26 on': inXlm(10_000_000n, 26),
  'no account, in XLM below the reserve': inXlm(9_999_999n, 28),
  'no account, in XLM, with one payment below it': { ...inXlm(90_000_000n, 28), least: 1n },
  'no account, in USDC, from protocol 26 on': { units: 10_000_000n, seen: missing(26) },
};

test('judges each payee by what the ledger shows of it', async () => {
  const lines = Object.entries(PAYEES).map(([title, payee]) => `${title}: ${JSON.stringify(judge(payee))}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/payees.txt');
});
