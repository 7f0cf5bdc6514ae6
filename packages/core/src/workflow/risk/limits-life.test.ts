/** What counts towards the limits of a day for whom, by the refusals of a limit of nothing; and each limit's refusal. */
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { startTestSandbox } from '@countersign/testkit/ledger/sandbox-client';
import { signAs } from '@countersign/testkit/mcp/request';
import { client, deployInput, platform, provider } from '@countersign/testkit/page/scene';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { toCountersignError } from '../../errors/errors.ts';
import { NETWORKS } from '../../escrow/network.ts';
import type { Limits } from '../../risk/index.ts';
import type { PartyStepInput } from '../model/escrow-page.ts';
import type { Person } from '../model/person.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { operatorLimits } from './limits.ts';

afterEach(endClock);

const PEOPLE: Readonly<Record<string, Person>> = {
  Ada: { tenant: 'guild', id: 'ada' },
  'Bob, of the same tenant': { tenant: 'guild', id: 'bob' },
  'Eve, of another tenant': { tenant: 'other', id: 'eve' },
};
const [ADA] = Object.values(PEOPLE) as [Person];
const PROBE = { engagementId: 'PROBE', milestones: [{ description: 'All', amount: '1' }] };

test('counts the money of a day once, for each person, tenant and operator', async () => {
  restartClock();
  const now = () => Date.now();
  const { sandbox } = await startTestSandbox({ now });
  const store = openSqliteStore(undefined, 'sandbox', now);
  const parts = { on: sandbox, store, now, signUrl: String };
  const free = { ...policy, feeStop: 2_000 };
  const desk = createTestDesk({ ...parts, policy: free });
  const by = (...limits: readonly Limits[]) => createTestDesk({ ...parts, policy: { ...free, limits } });
  const stopped = by({ by: 'operator', maxPerDay: '0' });
  onTestFinished(async () => {
    await desk.close();
    await sandbox.close();
  });
  const part = createPart();
  const textOf = (error: unknown) => {
    const { code, message, remedy, operatorRemedy, fields } = toCountersignError(error);
    return [code, message, remedy, operatorRemedy, fields && JSON.stringify(fields)].filter(Boolean).join(' | ');
  };
  const answered = (call: Promise<object>) => call.then((answer) => `done ${Object.keys(answer).length}`, textOf);
  /** How much of the day is used up, as the refusal of one unit more says. */
  const counted = async (
    title: string,
    name: 'deploy' | 'release' | 'fund' = 'deploy',
    input: object = deployInput(PROBE),
  ) => {
    const lines: string[] = [];
    for (const [who, person] of Object.entries(PEOPLE)) {
      passTime(2);
      const own = desk.for(person);
      const spent = async (call: Promise<object>) =>
        (await answered(call)).replace(/ \| .*?amount is /, ' ').replace(/; at most.*/, '');
      const all = await spent(stopped.for(person).prepare(name, input as never));
      const tenant = await spent(
        desk.for(person, { limits: { maxPerDay: '0', dayOf: 'tenant', remedy: 'Ask.' } }).prepare(name, input as never),
      );
      await own.setLimits({ maxPerDay: '0' });
      const personal = await spent(own.prepare(name, input as never));
      await own.setLimits({});
      lines.push(`${who}: operator ${all}; tenant ${tenant}; own ${personal}`);
    }
    part.note(title, lines.join('\n'));
  };
  const ada = desk.for(ADA);
  const sign = (who: string, { id, unsignedXdr, transactionHash }: Awaited<ReturnType<typeof desk.renew>>) =>
    ada.submit({ id, signedXdr: signAs(who, String(unsignedXdr), transactionHash) });
  const pay = async (amount: string) => {
    passTime(2);
    const fund = await ada.prepare('fund', { escrow, amount, signer: client.address });
    await sign(
      'client',
      fund.status === 'prepared'
        ? fund
        : ((await ada.confirm(fund.id, { amount, shown: fund.judgement.key })) as typeof fund),
    );
  };
  await counted('nothing');
  const deploy = await ada.prepare('deploy', deployInput({ engagementId: 'ENG-1' }));
  const escrow = deploy.contractId;
  await counted('5000 prepared');
  part.note(
    'prepared again within the limit of the day',
    await answered(by({ by: 'operator', maxPerDay: '5000' }).for(ADA).renew(deploy.id)),
  );
  await sign('client', deploy);
  await pay('1000');
  await counted('1000 paid into it');
  await pay('4500');
  await counted('4500 more paid into it, for a payment', 'fund', { escrow, amount: '3', signer: client.address });
  for (const milestone of [1, 2]) {
    passTime(2);
    await sign('client', await ada.prepare('approve', { escrow, milestone }));
  }
  passTime(2);
  await counted('nothing paid out yet', 'release', { escrow, milestone: 2 });
  await sign('client', await ada.prepare('release', { escrow, milestone: 1 }));
  await counted('1200 paid out', 'release', { escrow, milestone: 2 });
  const visitor = (on: typeof desk, amount: string) => {
    passTime(2);
    const step = { action: 'fund', escrow, signer: platform.address, amount } as PartyStepInput;
    return answered(on.escrowPage('v').prepareForParty(step));
  };
  part.note('a visitor of its page', [await visitor(desk, '40'), await visitor(stopped, '41')].join('\n'));
  const other = await desk
    .for(PEOPLE['Bob, of the same tenant'] as Person)
    .prepare('deploy', deployInput({ ...PROBE, engagementId: 'ENG-2' }));
  await counted('1 more prepared by Bob');
  await desk.for(PEOPLE['Bob, of the same tenant'] as Person).discard(other.id);
  await counted('which Bob discarded');

  const [USDC] = NETWORKS.sandbox.tokens;
  const { roles } = deployInput();
  const everyone = Object.values(roles) as string[];
  const settings = (limits: Parameters<typeof operatorLimits>[0]) => by(...operatorLimits(limits));
  for (const [title, limits] of Object.entries({
    none: {},
    'the amount itself': { maxAmount: '1' },
    'an amount below': { maxAmount: '0.9999999' },
    'its token, by its issuer': { tokens: [USDC.issuer] },
    'its token': { tokens: [USDC.address] },
    'no token': { tokens: [] },
    'its people': { counterparties: everyone },
    'without the provider': { counterparties: everyone.filter((each) => each !== provider.address) },
    'a time to come': { until: Date.now() + 3_600_000 },
    'a time that is over': { until: Date.now() },
  })) {
    // So that it is judged anew.
    passTime(200);
    const limited = settings(limits).for(ADA);
    part.note(
      `by the operator: ${title}`,
      [
        await answered(limited.prepare('deploy', deployInput({ ...PROBE, engagementId: 'ENG-3' }))),
        await answered(limited.prepare('release', { escrow, milestone: 2 })),
      ].join('\n'),
    );
  }
  passTime(200);
  const onlyEscrow = by({ by: 'operator', counterparties: [escrow] }).for(ADA);
  part.note(
    'by the operator: the escrow’s address',
    await answered(onlyEscrow.prepare('release', { escrow, milestone: 2 })),
  );
  for (const input of [
    { maxAmount: '10' },
    { maxPerDay: '-1' },
    { maxAmount: 'ten' },
    { maxAmount: '1'.repeat(41) },
    { most: '1' },
    { maxAmount: '1,5', maxPerDay: '20.50' },
  ]) {
    const set = await ada.setLimits(input).then((limits) => JSON.stringify(limits), textOf);
    part.note(`sets ${JSON.stringify(input)}`, `${set}\nthen ${JSON.stringify(await ada.limits())}`);
  }
  await ada.setLimits({ maxAmount: '1' });
  const visited = desk.page(String(deploy.signUrl), 'v').prepareNext({ action: 'release', milestone: 2 });
  const refused = await visited.catch(toCountersignError);
  part.note('a visitor of Ada’s page learns no sums, and whose limit it is', textOf(refused));
  await ada.setLimits({});
  passTime(12 * 3_600);
  await counted('on the next day');
  await expect(part.text()).toMatchFileSnapshot('recorded/limits-of-a-day.txt');
});
