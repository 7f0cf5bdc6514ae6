/** A form asks the person for the parties, the fee and the token that a request lacks, in both versions of the protocol. */
import { encodeStrKey } from '@countersign/core/escrow';
import { ASKING_HOSTS, type Asked, type AskingOptions } from '@countersign/testkit/mcp/hosts';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { describe, expect, test } from 'vitest';

const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));
const { signer: _signer, platformFee: _fee, trustline, roles, ...agreed } = REQUEST;
const { approver: _approver, ...others } = roles;
/** What an assistant knows of a deal; who approves, who signs, the fee and the token are open. */
const INCOMPLETE = { ...agreed, roles: others };
const TYPED = { signer: 'client', approver: 'client', platformFee: '5', token: trustline.address };
const NAMES = ['approver', 'platformFee', 'signer', 'token'];

const namesIn = ({ requestedSchema }: Asked | undefined = { message: '' }) =>
  Object.keys(requestedSchema?.properties ?? {}).sort();

describe.each(Object.entries(ASKING_HOSTS))('%s', (_, start) => {
  const open = (answer: AskingOptions['answer'], options: Partial<AskingOptions> = {}) =>
    start({ elicitation: { form: {} }, answer, ...options });
  /** Answers one form after another; more than these are an error of the test. */
  const filling = (...contents: NonNullable<ReturnType<typeof typed>['content']>[]) => {
    const left = [...contents];
    return open(() => typed(left.shift() ?? {}));
  };
  const typed = (content: Record<string, string | number | boolean>) => ({ action: 'accept', content }) as const;

  test('prepares what the person completed, with one flat form', async () => {
    const host = await open(() => typed(TYPED), { elicitation: {} });
    expect(await host.call('deploy_escrow', INCOMPLETE)).toMatchObject({
      status: 'prepared',
      summary: { platformFeePercent: '5' },
    });
    expect(host.asked).toHaveLength(1);
    const [asked] = host.asked;
    expect(namesIn(asked)).toEqual(NAMES);
    const fields = Object.values(asked?.requestedSchema?.properties ?? {});
    expect(fields.every(({ type }) => type === 'string')).toBe(true);
  });

  test('prepares a request with roles as text, a list, or none at all', async () => {
    const parties = Object.fromEntries(Object.keys(roles).map((name) => [name, 'client']));
    const host = await open(({ requestedSchema }) =>
      typed(
        Object.fromEntries(
          Object.keys(requestedSchema?.properties ?? {}).map((name) => [
            name,
            { ...parties, ...TYPED }[name] ?? 'client',
          ]),
        ),
      ),
    );
    for (const given of [JSON.stringify(others), [others], undefined]) {
      const request = { ...INCOMPLETE, engagementId: `FORM-${typeof given}-${Array.isArray(given)}`, roles: given };
      expect(await host.call('deploy_escrow', request)).toMatchObject({ network: 'sandbox' });
    }
    expect(namesIn(host.asked.at(-1))).toEqual([
      'approver',
      'disputeResolver',
      'platformAddress',
      'platformFee',
      'receiver',
      'releaseSigner',
      'serviceProvider',
      'signer',
      'token',
    ]);
  });

  test('asks again for what is invalid, with the reason', async () => {
    const host = await filling(
      { ...TYPED, approver: 'GABC', platformFee: '200' },
      { approver: 'client', platformFee: 5 },
    );
    expect(await host.call('deploy_escrow', INCOMPLETE)).toMatchObject({ summary: { platformFeePercent: '5' } });
    expect(host.asked).toHaveLength(2);
    expect(namesIn(host.asked[1])).toEqual(['approver', 'platformFee']);
    expect(host.asked[1]?.message).toMatch(/^Approver .*Platform fee .*99 %/);
  });

  test('says what is wrong after the second form, and prepares nothing', async () => {
    const host = await filling({ ...TYPED, approver: 'GABC' }, { approver: 'GABD' });
    const { error } = (await host.call('deploy_escrow', INCOMPLETE)) as { error: object };
    expect(error).toMatchObject({ code: 'INPUT_INVALID', fields: [{ path: 'roles.approver' }] });
    expect(host.asked).toHaveLength(2);
    expect(await host.call('find_escrows', {})).toMatchObject({ escrows: [] });
  });

  test('refuses a secret, and does not repeat it', async () => {
    for (const content of [
      { ...TYPED, approver: SEED },
      { ...TYPED, note: SEED },
    ]) {
      const host = await filling(content);
      const refused = await host.call('deploy_escrow', INCOMPLETE);
      expect(refused).toMatchObject({ error: { code: 'SECRET_REFUSED' } });
      expect(JSON.stringify([refused, host.asked])).not.toContain(SEED);
      expect(host.asked).toHaveLength(1);
    }
  });

  test('takes only the fields that were asked for', async () => {
    const more = { title: 'Another title', milestones: 'none', receiver: 'platform', includeXdr: true, id: 'x' };
    const host = await filling({ ...TYPED, ...more });
    const prepared = await host.call('deploy_escrow', INCOMPLETE);
    expect(prepared).toMatchObject({ status: 'prepared', summary: { title: REQUEST.title } });
    expect(prepared).not.toHaveProperty('unsignedXdr');
  });

  test.each([
    ['decline', 'was declined'],
    ['cancel', 'was closed without an answer'],
  ] as const)('prepares nothing when the person says %s, and says what is missing', async (action, remedy) => {
    const host = await open(() => ({ action }));
    const { error } = (await host.call('deploy_escrow', INCOMPLETE)) as { error: object };
    expect(error).toMatchObject({
      code: 'INPUT_INVALID',
      fields: ['signer', 'roles.approver', 'platformFee', 'trustline.address'].map((path) => ({ path })),
      remedy: expect.stringContaining(remedy),
    });
    expect(await host.call('find_escrows', {})).toMatchObject({ escrows: [] });
  });

  test('asks nothing where something else is wrong too, where only links are declared, or to renew', async () => {
    const host = await open(() => typed(TYPED));
    for (const input of [{ ...INCOMPLETE, title: '' }, { ...INCOMPLETE, more: 1 }, { id: 'none' }, REQUEST]) {
      await host.call('deploy_escrow', input);
    }
    const links = await open(() => typed(TYPED), { elicitation: { url: {} } });
    expect(await links.call('deploy_escrow', INCOMPLETE)).toMatchObject({ error: { code: 'INPUT_INVALID' } });
    expect([...host.asked, ...links.asked]).toEqual([]);
  });

  test('leads on to the page with what was typed', async () => {
    const host = await open(({ mode }) => (mode === 'url' ? { action: 'cancel' } : typed(TYPED)), {
      elicitation: { form: {}, url: {} },
    });
    expect(await host.call('deploy_escrow', INCOMPLETE)).toMatchObject({
      status: 'prepared',
      next: expect.stringContaining('was closed without an answer'),
    });
    expect(host.asked.map(({ mode = 'form' }) => mode)).toEqual(['form', 'url']);
  });
});

test('a form that is never answered ends as a declined one', async () => {
  const start = ASKING_HOSTS['a client of 2025'] as (typeof ASKING_HOSTS)[string];
  const host = await start({ elicitation: {}, patienceMs: 200, answer: () => new Promise<never>(() => {}) });
  expect(await host.call('deploy_escrow', INCOMPLETE)).toMatchObject({
    error: { code: 'INPUT_INVALID', remedy: expect.stringContaining('was not answered in time') },
  });
});
