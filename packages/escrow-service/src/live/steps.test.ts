/** Updates of an escrow in v1, and steps sent by another process; rows in every state are in `../http/v1`. */
import {
  liveBody,
  liveEscrow,
  liveFund,
  liveRows,
  liveSend,
  liveStep,
  liveTake,
  startLiveSandbox,
} from '@countersign/testkit/ledger/live-client';
import { address, sign } from '@countersign/testkit/ledger/sandbox-client';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, describe, expect, test } from 'vitest';
import type { DemoAccountName } from '../sandbox.ts';

const t = await startLiveSandbox();
afterAll(() => t.sandbox.close());

type Release = 'multi' | 'single';
const client = address('client');
const platform = address('platform');

async function funded(release: Release, amount = 30.5000001): Promise<string> {
  const escrow = await liveEscrow(t, release);
  const { json } = await liveFund(t, release, escrow, amount);
  await liveSend(t, sign(json.unsignedTransaction, 'client'));
  return escrow;
}

const row = async (escrow: string) => (await liveRows(t, [escrow])).json[0];

/** Takes steps of one escrow, each of which succeeds. */
function steps(release: Release, contractId: string) {
  return async (path: string, signer: DemoAccountName, fields: Readonly<Record<string, unknown>>) => {
    const reply = await liveTake(t, release, path, signer, { contractId, ...fields });
    expect([path, reply.status, reply.json]).toEqual([path, 201, { status: 'SUCCESS', message: expect.any(String) }]);
  };
}

describe.each(['multi', 'single'] as const)('a %s-release escrow', (release) => {
  test('with money keeps what was done to its milestones, and gets another', async () => {
    const escrow = await funded(release);
    const take = steps(release, escrow);
    await take('approve-milestone', 'client', { milestoneIndex: '0', approver: client });
    const { signer: __, ...old } = liveBody(release);
    const [first, ...others] = old['milestones'] as Record<string, unknown>[];
    const flags = { approved: true, disputed: false, released: false, resolved: false };
    const milestones = [
      { ...first, ...(release === 'multi' ? { flags } : { approved: true }) },
      ...others,
      { ...first, description: 'Upkeep' },
    ];
    await take('update-escrow', 'platform', { signer: platform, escrow: { ...old, milestones } });
    const { milestones: now } = await row(escrow);
    expect(now.map(({ description }: { description: string }) => description)).toEqual(['Design', 'Build', 'Upkeep']);
    expect(now[0]).toMatchObject(release === 'multi' ? { flags } : { approved: true });
  });
});

test('another process on the same folder can send a step, and its row is updated', async () => {
  const dataDir = temporaryFolder();
  const one = await startLiveSandbox({ dataDir });
  const escrow = await liveEscrow(one, 'multi');
  const other = await startLiveSandbox({ dataDir });
  try {
    const body = { contractId: escrow, milestoneIndex: '0', approver: client };
    const { json } = await liveStep(one, 'multi', 'approve-milestone', body);
    expect((await liveSend(other, sign(json.unsignedTransaction, 'client'))).json.status).toBe('SUCCESS');
    const [first] = (await liveRows(other, [escrow])).json[0].milestones;
    expect(first.flags).toMatchObject({ approved: true });
  } finally {
    await other.sandbox.close();
    await one.sandbox.close();
  }
});
