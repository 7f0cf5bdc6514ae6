/** The only real transactions of the live service that we found: reads and explains them, and compares the deploys. */
import { LIVE, LIVE_DEPLOYS, LIVE_TRANSACTIONS, USDC_NAMES } from '@countersign/testkit/fixtures/live-transactions';
import { describe, expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { explainTransaction } from '../../explain/explain-transaction.ts';
import { checkUnsigned } from './check-deploy.ts';
import { summarise } from './summary.ts';

const reportOf = (what: string) => {
  const found = LIVE_TRANSACTIONS.find((one) => one.what.startsWith(what));
  const explained = explainTransaction(found?.xdr ?? '', LIVE, found?.now ?? 0);
  return { ...explained, warnings: explained.warnings.map(({ text }) => text) };
};
const NOT_COMPARED = expect.stringMatching(/^This was not compared with a request/);

describe.each(LIVE_DEPLOYS)('the real $what', ({ unsigned, now, request, contractId, release }) => {
  const check = (token: string, limit = 50_000_000n, at = now) =>
    checkUnsigned(readTransaction(unsigned, LIVE.passphrase), request(token), {
      network: LIVE,
      maxFee: limit,
      now: at,
    });

  test.each(USDC_NAMES)('is verified against the request that it came from, with the token named %s', (token) => {
    expect(check(token)).toMatchObject({
      level: 'verified',
      reasons: [],
      call: { contractId, kind: { id: `live-${release}` } },
    });
  });

  test('is shown as it was asked for', () => {
    const checked = check(USDC_NAMES[0] as string);
    if (checked.level === 'mismatch') throw new TypeError('it is verified');
    const { title, engagementId, roles } = request(USDC_NAMES[0] as string);
    expect(summarise(readTransaction(unsigned, LIVE.passphrase), checked.call, LIVE)).toMatchObject({
      network: 'testnet',
      contractId,
      title,
      engagementId,
      roles,
      platformFeePercent: '0',
      total: release === 'multi' ? '60' : '12.5',
      token: { code: 'USDC' },
    });
  });

  test('is a mismatch after its time, above the fee limit, and under other pins', () => {
    const [token] = USDC_NAMES as [string];
    expect(check(token, 50_000_000n, now + 100)).toMatchObject({ level: 'mismatch' });
    expect(check(token, 1_000n)).toMatchObject({ level: 'mismatch' });
    const { factory, single } = LIVE;
    const swapped = { ...LIVE, factory: single?.factory as string, single: { factory: factory as string } };
    const read = readTransaction(unsigned, LIVE.passphrase);
    expect(checkUnsigned(read, request(token), { network: swapped, maxFee: 50_000_000n, now })).toMatchObject({
      level: 'mismatch',
    });
  });
});

test('every one is a transaction for testnet, of one operation, without anything that follows it', () => {
  expect(LIVE_TRANSACTIONS).toHaveLength(5);
  for (const { unsigned, now } of LIVE_TRANSACTIONS) {
    const read = readTransaction(unsigned, LIVE.passphrase);
    expect(read.canonical).toBe(true);
    expect(read.signatures).toEqual([]);
    expect(read.transaction.operations).toHaveLength(1);
    expect(Number(read.timeBounds?.maxTime)).toBeGreaterThan(now);
  }
});

describe('the explanation of a live transaction', () => {
  test.each([
    ['multi-release deploy', 'multi release', LIVE_DEPLOYS[0]],
    ['single-release deploy', 'single release (one amount, paid out at once)', LIVE_DEPLOYS[1]],
  ])('%s, with nothing to warn of', (what, release, deploy) => {
    const { heading, lines, warnings } = reportOf(what);
    expect(heading).toMatch(/^Creates an escrow for “/);
    expect(heading).toContain(deploy?.contractId);
    expect(lines).toContainEqual({
      label: 'Kind',
      value: `Trustless Work, ${release}, live today (generation B)`,
    });
    expect(warnings).toEqual([]);
  });

  test('the release: that it pays out, and nothing that is not so', () => {
    expect(reportOf('multi-release release_milestone_funds').warnings).toEqual([
      expect.stringMatching(/^Operation 1 calls release_milestone_funds .* pays a milestone out/),
      NOT_COMPARED,
    ]);
  });

  test('the funding: what moves, and that the escrow is paid out already', () => {
    const { warnings } = reportOf('single-release fund_escrow');
    expect(warnings).toEqual([
      expect.stringMatching(/^Operation 1 calls fund_escrow .* moves money into an escrow, 1 USDC/),
      expect.stringMatching(/below it: Moves 1 USDC from GB2BGHGA.* to CC6OZV3W/),
      expect.stringMatching(/^Operation 1 funds an escrow that is released already/),
      NOT_COMPARED,
    ]);
  });

  test('the dispute', () => {
    const { lines, warnings } = reportOf('single-release dispute_escrow');
    expect(lines[0]?.value).toMatch(/^Calls dispute_escrow .*opens a dispute over the escrow/);
    expect(warnings).toEqual([NOT_COMPARED]);
  });
});
