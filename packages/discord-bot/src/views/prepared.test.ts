import type { Prepared } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { labels, plain } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { wholeMessage } from './prepared.ts';

const [{ address: CLIENT }, { address: PROVIDER }] = SANDBOX_ACCOUNTS;
const CONTRACT = `C${'A'.repeat(55)}`;
const COMMON = {
  ...{
    id: 'a'.repeat(32),
    status: 'prepared',
    network: 'sandbox',
    contractId: CONTRACT,
    checked: 'verified',
    next: '',
  },
  ...{ transactionHash: 'f'.repeat(64), expiresAt: '2026-01-01T00:00:00.000Z', unsignedXdr: 'AAAA' },
  ...{ judgement: { key: 'k', stops: [], warnings: [], facts: [] }, signUrl: 'https://example.org/sign/1' },
  names: [
    { field: 'signer', name: 'Ana', address: CLIENT, from: 'address-book' },
    { field: 'receiver', name: 'Ben', address: PROVIDER, from: 'address-book' },
  ],
};
const SUMMARY = { network: 'sandbox', signer: CLIENT, feeXlm: '0.1', warnings: ['Look at it.'] };
const FUND = {
  ...COMMON,
  summary: {
    ...{ ...SUMMARY, escrow: CONTRACT, title: 'Logo', amount: '5.5', way: 'escrow' },
    token: { address: CONTRACT, code: 'USDC' },
  },
};
const TRUST = {
  ...COMMON,
  summary: { ...SUMMARY, token: { address: CONTRACT, code: 'USDC', issuer: PROVIDER }, reserveXlm: '0.5', means: '' },
};
const shown = (prepared: object) => wholeMessage(prepared as Prepared, 'A note.', wordsOf('en'));
const MATCHES = 'Every field was read from the transaction and matches the request. Check that it is what you want.';
const SANDBOX = '**SANDBOX: simulated, worth nothing**';
const UNTIL = 'Can be signed until <t:1767225600:t> (<t:1767225600:R>); then press Renew.';
const TO_SIGN = [SANDBOX, UNTIL, MATCHES];
const SIGNED = `**Network fee** at most 0.1 XLM\n**Transaction** \`${'f'.repeat(64)}\``;
const ID = `Id \`${'a'.repeat(32)}\``;
const LAST = `-# A note. Any wallet can sign this file: then use /escrow submit. ${ID}`;

test('shows a payment whole, with its payer’s name alone', () => {
  const { components, files } = shown(FUND);
  expect(plain({ components }).split('\n')).toEqual([
    ...[
      '## A payment to sign: Logo',
      '**5.5 USDC** into this escrow',
      ...TO_SIGN,
      '- Look at it.',
      '**Total** 5.5 USDC',
    ],
    ...[`**Payer** Ana \`${CLIENT}\``, 'Signer: Ana, from your address book', `**Escrow address** \`${CONTRACT}\``],
    '**How it is paid** by the escrow’s contract, which refuses the payment if the escrow’s terms were changed',
    ...[`**Token** \`${CONTRACT}\``, ...SIGNED.split('\n'), LAST],
  ]);
  expect(files).toMatchObject([{ name: 'unsigned.xdr.txt' }]);
});

test('shows a payment that is to be confirmed without its transaction', () => {
  const { names: _names, unsignedXdr: _xdr, ...hidden } = FUND;
  const summary = { ...FUND.summary, token: { address: CONTRACT }, way: 'transfer', warnings: [] };
  const message = shown({ ...hidden, summary });
  expect(plain(message).split('\n')).toEqual([
    ...['## Read this first: Logo', '**5.5 tokens** into this escrow', SANDBOX, MATCHES, '**Total** 5.5 tokens'],
    ...[`**Payer** \`${CLIENT}\``, `**Escrow address** \`${CONTRACT}\``],
    '**How it is paid** a plain transfer of the token',
    ...[`**Token** \`${CONTRACT}\``, ...SIGNED.split('\n'), `-# A note. ${ID}`],
  ]);
  expect([labels(message), message.files]).toEqual([['I have read this', 'Discard'], []]);
});

const TRUSTLINE = [
  `**Account** Ana \`${CLIENT}\`. Only the owner of this account can sign it.`,
  `**Token** USDC, issued by \`${PROVIDER}\``,
];
const HELD_BACK = '**Held back** 0.5 XLM, until the trustline is removed';

test('shows a trustline whole', () => {
  const { components, files } = shown(TRUST);
  expect(plain({ components }).split('\n')).toEqual([
    ...['## Ready to sign: a trustline for USDC', ...TO_SIGN, '- Look at it.', ...TRUSTLINE, 'No money moves.'],
    ...[HELD_BACK, ...SIGNED.split('\n'), LAST],
  ]);
  expect(files?.map(({ name }) => name)).toEqual(['unsigned.xdr.txt']);
});

test('shows a trustline that is to be confirmed as one that moves nothing', () => {
  const { unsignedXdr: _xdr, ...hidden } = TRUST;
  expect(plain(shown(hidden)).split('\n')).toEqual([
    ...['## Read this first: a trustline for USDC', SANDBOX, MATCHES, '- Look at it.', ...TRUSTLINE],
    ...['No money moves. **Total** 0', HELD_BACK, ...SIGNED.split('\n'), `-# A note. ${ID}`],
  ]);
});
