/** What only a person can decide, and no tool argument. */
import { openDesk } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';

const [, , , { address: stranger }] = SANDBOX_ACCOUNTS;
const ROBBERY = {
  ...REQUEST,
  engagementId: 'robbery',
  roles: Object.fromEntries(Object.keys(REQUEST.roles).map((role) => [role, stranger])),
  platformFee: '99',
};

/** An assistant, and the person's own desk on the same folder, as a page or a terminal uses it. */
async function assistantAndPerson() {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const env = {
    ESCROW_API_URL: sandbox.url,
    STELLAR_RPC_URL: sandbox.rpcUrl,
    STELLAR_NETWORK: 'sandbox',
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
  };
  const host = await startHost({ env });
  const person = await openDesk(parseSettings(env));
  onTestFinished(() => person.close());
  return { host, person };
}

test('with one stranger in all roles and a fee of 99 %, nothing to sign is given until the person confirms, whatever the model sends', async () => {
  const { host, person } = await assistantAndPerson();
  const first = await call(host, 'deploy_escrow', ROBBERY);
  const { id, signUrl, escrow } = first as Record<string, string>;
  expect(first).toMatchObject({
    status: 'to-confirm',
    judgement: {
      stops: [
        expect.stringContaining(`Cleo gets most of each payment as the platform fee, and also decides`),
        expect.stringContaining('99 %'),
      ],
    },
    next: expect.stringMatching(/confirm it themselves on signUrl, by typing the amount. No argument can/),
    signUrl: expect.stringContaining('/sign/'),
  });
  for (const input of [ROBBERY, { id }, { id, includeXdr: true }]) {
    const reply = await call(host, 'deploy_escrow', input);
    expect(reply).toMatchObject({ id, status: 'to-confirm', escrow });
    expect(JSON.stringify(reply)).not.toContain('AAAAAg');
  }
  for (const more of [{ confirm: true }, { confirmed: '60.5' }, { amount: '60.5' }]) {
    expect((await callRefused(host, 'deploy_escrow', { ...ROBBERY, ...more })).code).toBe('INPUT_INVALID');
  }
  expect(await call(host, 'get_escrow', { id })).toMatchObject({ status: 'to-confirm', by: 'here', signUrl });
  expect(await (await fetch(`${signUrl}/view`)).text()).not.toContain('AAAAAg');

  const { judgement } = await person.prepare('deploy', { id: id as string });
  const shown = judgement.key;
  await expect(person.confirm(id as string, { amount: '60', shown })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  await person.confirm(id as string, { amount: '60.5', shown });
  const confirmed = await call(host, 'deploy_escrow', { id, includeXdr: true });
  expect(confirmed).toMatchObject({ id, status: 'prepared', unsignedXdr: expect.stringMatching(/^AAAAAg/) });
  expect(confirmed['judgement']).toEqual(first['judgement']);
});
