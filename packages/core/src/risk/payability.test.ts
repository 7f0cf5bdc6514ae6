import { contractOf, keyOf } from '@countersign/testkit/fixtures/deploy-risk-fixture';
import { expect, test } from 'vitest';
import { NETWORKS, type Network } from '../escrow/network.ts';
import { nativeToken, type Payability, paidFrom, payability, type SeenOnLedger } from './payability.ts';

const network: Network = { ...NETWORKS.testnet, factory: contractOf(20), single: { factory: contractOf(21) } };
const [USDC, EURC] = NETWORKS.testnet.tokens;
const [YOU, WORKER] = [keyOf(1), keyOf(2)] as [string, string];
const [ESCROW, CONTRACT, GOLD] = [22, 23, 24].map(contractOf) as [string, string, string];
const XLM = nativeToken(network);
const asset = { code: 'GOLD', issuer: keyOf(3) };

type Case = {
  readonly to?: string;
  readonly token?: string;
  readonly signer?: string;
  readonly units?: bigint;
  readonly least?: bigint;
  readonly seen?: SeenOnLedger;
};
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
const notYet = (lacks: Extract<Payability, { kind: 'not-yet' }>['lacks'], fails = true): Payability => ({
  kind: 'not-yet',
  lacks,
  fails,
});
const PAYABLE = { kind: 'payable' };
const UNKNOWN = { kind: 'unknown' };
const missing = (protocol?: number): SeenOnLedger => ({
  accounts: new Map([[WORKER, { exists: false }]]),
  ...(protocol === undefined ? {} : { protocol }),
});

test.each<[string, Case, object]>([
  ['the token’s contract', { to: USDC.address }, { kind: 'refused', is: 'token' }],
  [
    'the token’s contract, of terms that name the issuer',
    { to: USDC.address, token: USDC.issuer },
    { kind: 'refused', is: 'token' },
  ],
  ['the contract of XLM, paid in XLM', { to: XLM, token: XLM }, { kind: 'refused', is: 'token' }],
  ['the factory', { to: contractOf(20) }, { kind: 'refused', is: 'factory' }],
  ['the factory of single releases', { to: contractOf(21) }, { kind: 'refused', is: 'factory' }],
  ['the escrow itself', { to: ESCROW }, { kind: 'refused', is: 'escrow' }],
  ['the issuer', { to: USDC.issuer }, { kind: 'to-confirm', is: 'issuer' }],
  ['the issuer, of terms that name it', { to: USDC.issuer, token: USDC.issuer }, { kind: 'to-confirm', is: 'issuer' }],
  [
    'the issuer of a token that proved its asset',
    { to: asset.issuer, token: GOLD, seen: { asset } },
    { kind: 'to-confirm', is: 'issuer' },
  ],
  ['the issuer, who signs: a redemption', { to: USDC.issuer, signer: USDC.issuer }, PAYABLE],
  ['the issuer of another token', { to: EURC.issuer }, UNKNOWN],
  ['the contract of another known token', { to: EURC.address }, { kind: 'to-confirm', is: 'token' }],
  [
    'the contract of a token, as the ledger shows',
    { to: CONTRACT, seen: { tokens: new Set([CONTRACT]) } },
    { kind: 'to-confirm', is: 'token' },
  ],
  [
    'a contract without __check_auth',
    { to: CONTRACT, seen: contract('not-wallet') },
    { kind: 'to-confirm', is: 'not-wallet' },
  ],
  ['a smart wallet', { to: CONTRACT, seen: contract('wallet') }, { kind: 'smart-wallet' }],
  [
    'a smart wallet whose balance is frozen',
    { to: CONTRACT, seen: { ...contract('wallet'), frozen: new Set([CONTRACT]) } },
    notYet('authorisation'),
  ],
  ['no contract', { to: CONTRACT, seen: contract('absent') }, notYet('contract', false)],
  ['a contract whose code is not listed', { to: CONTRACT }, UNKNOWN],
  ['an account that was not read', {}, UNKNOWN],
  ['an account whose trustline was not read', { seen: { accounts: new Map([[WORKER, { exists: true }]]) } }, UNKNOWN],
  ['an account that can be paid', { seen: account() }, PAYABLE],
  ['an account that wants a memo', { seen: account({ needsMemo: true }) }, { kind: 'to-confirm', is: 'needs-memo' }],
  [
    'an account that wants a memo, in XLM',
    { token: XLM, seen: account({ needsMemo: true }) },
    { kind: 'to-confirm', is: 'needs-memo' },
  ],
  ['no account', { seen: missing() }, notYet('account')],
  ['no account, of a token with code of its own', { token: GOLD, seen: missing() }, notYet('account', false)],
  ['no trustline', { seen: account({ trustline: false }) }, notYet('trustline')],
  [
    'no trustline, of a token that proved its asset',
    { token: GOLD, seen: { ...account({ trustline: false }), asset } },
    notYet('trustline'),
  ],
  ['no trustline, where none is needed', { token: XLM, seen: account({ trustline: false }) }, PAYABLE],
  ['a trustline that is not authorised', { seen: account({ isAuthorised: false }) }, notYet('authorisation')],
  ['a full trustline', { units: 101n, seen: account() }, notYet('room')],
  ['a trustline that is full afterwards', { units: 100n, seen: account() }, PAYABLE],
  ['no account, in XLM, before protocol 26', { token: XLM, units: 10_000_000n, seen: missing(25) }, notYet('account')],
  [
    'no account, in XLM, of an unknown protocol',
    { token: XLM, units: 10_000_000n, seen: missing() },
    notYet('account'),
  ],
  ['no account, in XLM, from protocol 26 on', { token: XLM, units: 10_000_000n, seen: missing(26) }, PAYABLE],
  ['no account, in XLM below the reserve', { token: XLM, units: 9_999_999n, seen: missing(28) }, notYet('account')],
  [
    'no account, in XLM, with one payment below it',
    { token: XLM, units: 90_000_000n, least: 1n, seen: missing(28) },
    notYet('account'),
  ],
  ['no account, in USDC, from protocol 26 on', { units: 10_000_000n, seen: missing(26) }, notYet('account')],
])('judges a payee that is %s', (_, given, verdict) => {
  expect(judge(given)).toEqual(verdict);
});
