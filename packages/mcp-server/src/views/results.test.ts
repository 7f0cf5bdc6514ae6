/** What a model reads of outcomes, prepared transactions, balances and errors: one entry for each difference. */
import { CountersignError, ERROR_CATALOGUE, type ErrorCode } from '@countersign/core/errors';
import { encodeStrKey } from '@countersign/core/escrow';
import type { Balances, Explained, Prepared, Settlement, TransactionStatus } from '@countersign/core/results';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import { preparedOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { createPart, type Part } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { balancesView } from '../tools/get-balances.ts';
import { settlementView, statusView } from '../tools/outcomes.ts';
import { errorText } from './error-view.ts';
import { explainedView, foundView, rowsWithin, sizeOf } from './fit.ts';
import { givenXdr, nextStep, preparedView, xdrLinks } from './prepared-view.ts';

const account = (number: number) => encodeStrKey('account', new Uint8Array(32).fill(number));
const contract = (number: number) => encodeStrKey('contract', new Uint8Array(32).fill(number));
const list = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const [platform, cleo] = [account(3), account(4)];
const HASH = 'f'.repeat(64);

type Fields = Readonly<Record<string, unknown>>;

/** What one view has otherwise than the usual one. */
function noteDifference(part: Part, title: string, usual: Fields, now: Fields): void {
  const names = [...new Set([...Object.keys(usual), ...Object.keys(now)])];
  const changed = names.filter((name) => JSON.stringify(usual[name]) !== JSON.stringify(now[name]));
  part.note(
    title,
    changed.length === 0 ? 'nothing else' : Object.fromEntries(changed.map((name) => [name, now[name] ?? 'left out'])),
  );
}

const difference = (field: string, at: number) => ({ field, asked: `a${at}`, found: `b${at}` });

const STATUSES: readonly TransactionStatus['status'][] = [
  ...(['prepared', 'to-confirm', 'sending', 'settled', 'accepted', 'rejected', 'expired'] as const),
  ...(['displaced', 'unknown', 'taken', 'superseded', 'declined', 'discarded'] as const),
];
const PLAN = { milestones: [1, 2, 3], milestone: 1, done: [1] };

test('shows an outcome, a prepared transaction, balances, errors and long lists as recorded', async () => {
  const part = createPart();
  const status = {
    ...{ id: 'a', status: 'prepared', by: 'ledger', network: 'testnet', contractId: contract(9) },
    ...{ transactionHash: HASH, expiresAt: 'then', message: 'M.', next: 'N.' },
  } as TransactionStatus;
  for (const each of STATUSES) {
    part.note(`${each}`, statusView({ ...status, status: each }));
    const withPage = statusView({ ...status, status: each, signUrl: 'page' });
    noteDifference(part, `${each}, with a page`, statusView({ ...status, status: each }), withPage);
  }
  const plans = [
    PLAN,
    { ...PLAN, next: { milestone: 2 } },
    { ...PLAN, next: { milestone: 2, id: 'b' } },
    { ...PLAN, next: { milestone: 2, id: 'b', signUrl: 'page' } },
    { ...PLAN, next: { milestone: 2, id: 'b' }, stopped: 'Why.' },
  ];
  for (const plan of plans) {
    const settled = { ...status, status: 'settled', plan } as TransactionStatus;
    part.note(`plan ${JSON.stringify(plan)}`, [
      statusView(settled).next,
      statusView({ ...settled, status: 'prepared', signUrl: 'page' }).next,
      settlementView(settled as unknown as Settlement).next,
    ]);
  }
  const rows = list(11, (at) => difference(`amount${at}`, at));
  const full = {
    ...{ ...status, status: 'settled', paid: ['p'], contractId: undefined, differences: rows, changedSince: rows },
    displacedBy: { id: 'b', contractId: contract(7) },
  } as unknown as TransactionStatus;
  noteDifference(part, 'with everything', statusView({ ...status, status: 'settled' }), statusView(full, 'Note.'));
  const { displacedBy: _, network: _network, ...settled } = full;
  const settlement = { ...settled, escrow: { title: 'x' } } as unknown as Settlement;
  noteDifference(part, 'as a settlement', statusView(full, 'Note.'), settlementView(settlement));

  const prepared = preparedOf('Logo', 2);
  const usual = preparedView(prepared, false);
  const withCosts = (costs: object): Prepared =>
    ({ ...prepared, summary: { ...prepared.summary, costs: { ...prepared.summary.costs, ...costs } } }) as Prepared;
  const fact = (code: string, params: object) => ({ code, params }) as never;
  const judged = (more: object): Prepared => ({ ...prepared, judgement: { ...prepared.judgement, ...more } });
  const { signer } = prepared.summary;
  const powers = [
    fact('ONLY_RESOLVER_MOVES', { address: cleo }),
    fact('PLATFORM_CHANGES_TERMS', { address: platform }),
  ];
  const reason = { code: 'TOKEN_NOT_ASKED', params: { token: contract(1), stored: true } } as const;
  const fromBook = { address: signer, field: 'signer', name: 'Ana', from: 'address-book' } as const;
  const noAmounts = prepared.summary.milestones.map((each) => ({ ...each, amount: NO_OWN_AMOUNT }));
  const without = (more: object) => ({ ...prepared, ...more }) as Prepared;
  const changes: readonly (readonly [string, Prepared, boolean?])[] = [
    ['with the transaction', prepared, true],
    ['without a page', without({ signUrl: undefined })],
    ['without a transaction', without({ unsignedXdr: undefined, status: 'to-confirm' }), true],
    ['paid at once', withCosts({ milestones: [prepared.summary.costs.total] })],
    ['without own amounts', { ...prepared, summary: { ...prepared.summary, milestones: noAmounts } }],
    ['of many milestones', preparedOf('Logo', 11)],
    ['partly verified', preparedOf('Logo', 2, [reason])],
    ['with a stop', judged({ stops: [fact('FEE_ABOVE_STOP', { percent: '99', stop: '20' })] })],
    ['with first addresses', judged({ facts: [fact('FIRST_TIME_ADDRESSES', { addresses: [signer, account(7)] })] })],
    [
      'with a moved address',
      judged({ warnings: [fact('ADDRESS_CHANGED', { before: contract(1), now: contract(2) })] }),
    ],
    ['with what one may do', judged({ facts: powers })],
    ['with names', { ...prepared, names: [fromBook] }],
    ['in place of another', { ...prepared, replaces: { id: 'c', differences: rows } }],
  ];
  part.note('prepared', { ...usual, summary: usual.summary });
  for (const [title, each, includeXdr = false] of changes) {
    const view = preparedView(each, includeXdr);
    noteDifference(
      part,
      title,
      { ...usual, ...usual.summary, summary: 0 },
      { ...view, ...view.summary, summary: 0, ...(view.unsignedXdr && { unsignedXdr: 'XDR' }) },
    );
    part.note(
      `  ${JSON.stringify(givenXdr({ ...each, ...(each.unsignedXdr && { unsignedXdr: 'XDR' }) }, includeXdr))} ${JSON.stringify(xdrLinks(view))}`,
    );
  }
  for (const state of ['prepared', 'to-confirm'] as const)
    for (const signUrl of [undefined, 'page'])
      for (const isXdrGiven of [false, true])
        part.note(
          `next of ${state}, page ${signUrl}, XDR ${isXdrGiven}: ${nextStep({ status: state, judgement: prepared.judgement, ...(signUrl && { signUrl }), next: 'Confirm.' }, isXdrGiven)}`,
        );
  for (const place of ['warnings', 'facts'])
    part.note(
      `a lacking trustline in ${place}: ${nextStep({ ...judged({ [place]: [fact('TRUSTLINE_MISSING', {})] }) }, false).slice(0, 60)}`,
    );

  const balances = {
    network: 'testnet',
    asOf: 'then',
    balances: [
      { address: 'A', balance: '1', by: 'ledger', needed: '2', renewedTo: 'Z' },
      { address: 'B', error: 'No.' },
      { address: 'C', balance: '1', error: 'No.' },
      { address: 'D', error: 'Other.' },
      { address: 'E', by: 'service' },
    ],
  };
  part.note('balances', balancesView(balances as unknown as Balances));
  for (const value of ['', 'a'.repeat(19), 'a'.repeat(20), '{}()', 'Añ€', 'two words'])
    part.note(`size of “${value}”: ${sizeOf(value)}`);
  const size = sizeOf('abc');
  for (const room of [0, size, 2 * size - 1, 2 * size, 3 * size])
    part.note(`rows within ${room}: ${rowsWithin(['abc', 'abc', 'abc'], room).length}`);
  const explained = {
    warnings: ['w1', 'w2'],
    lines: [{ text: 'l1' }, { text: 'l2' }],
    note: 'Note.',
  } as unknown as Explained;
  for (const from of [undefined, 1, 2, 3, 5]) part.note(`explained from ${from}`, explainedView(explained, from));
  const long = explainedView({ ...explained, warnings: list(3, (at) => `${at}`.repeat(16_000)) }, 2);
  part.note(`long: ${long.warnings.length} warnings, ${long.lines.length} lines, ${long.moreRows} more. ${long.note}`);
  const found = { network: 'testnet', escrows: [{ contractId: 'C', title: 'T' }], more: 2, next: 'Next.' };
  part.note('found', foundView(found as never));
  part.note(
    'found, with a proof',
    foundView({ ...found, toSign: [{ contractId: 'C', action: 'fund' }] } as never, 'prove'),
  );

  const fieldsOf = (count: number, path: (at: number) => string) =>
    list(count, (at) => ({ path: path(at), problem: 'is wrong' }));
  const text = (error: Partial<ConstructorParameters<typeof CountersignError>[1]>) =>
    JSON.parse(errorText(new CountersignError('INPUT_INVALID', error), (each) => each)).error;
  for (const count of [25, 26])
    part.note(`${count} fields of one kind`, text({ fields: fieldsOf(count, (at) => `m[${at}]`) }).fields);
  for (const count of [40, 41])
    part.note(`${count} fields`, text({ fields: fieldsOf(count, (at) => `f${at}`) }).fields.slice(-2));
  for (const length of [400, 401])
    part.note(
      `a field of ${length} characters`,
      text({ fields: [{ path: 'x'.repeat(length), problem: '' }] }).fields[0].path.slice(-3),
    );
  for (const count of [40, 41])
    part.note(
      `${count} differences`,
      text({ differences: list(count, (at) => difference(`f${at}`, at)) }).differences.slice(-1),
    );
  part.note(
    `of a long list: ${text({ fields: list(30, (at) => ({ path: `${at}`.padEnd(400, 'x'), problem: `p${at}` })) }).fields.length}`,
  );
  part.note(
    `of an endless detail: ${text({ detail: 'x'.repeat(20_000), fields: fieldsOf(50, (at) => `f${at}`) }).fields.length}`,
  );
  for (const code of Object.keys(ERROR_CATALOGUE) as ErrorCode[])
    part.note(
      code,
      JSON.parse(errorText(new CountersignError(code, { signUrl: 'page' } as never), (each) => each)).error.remedy,
    );
  await expect(part.text()).toMatchFileSnapshot('recorded/results.txt');
});
