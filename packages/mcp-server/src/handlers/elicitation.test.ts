/** The person is asked through their host, in both versions of the protocol. What hosts get for each reply is in person.test.ts. */
import { encodeStrKey } from '@countersign/core/escrow';
import { call, startHost } from '@countersign/testkit/mcp/host';
import { ASKING_HOSTS, type Asked, type AskingOptions } from '@countersign/testkit/mcp/hosts';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, test } from 'vitest';

const BOTH = { form: {}, url: {} };
/** Long enough for the sandbox to settle. */
const LONG = 30_000;
const SHORT = 300;

/** What the person does on the page that the question leads to. */
async function signOn({ url = '' }: Asked) {
  const { offer } = (await (await fetch(`${url}/view`)).json()) as { offer: { unsignedXdr: string; hash: string } };
  const signedXdr = signAs('client', offer.unsignedXdr, offer.hash);
  await post(url, 'submit', { signedXdr });
}

const post = (url: string, act: string, body: object) =>
  fetch(`${url}/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  });

const ACCEPT = { action: 'accept' } as const;

describe.each(Object.entries(ASKING_HOSTS))('%s', (name, start) => {
  const isOld = name.endsWith('2025');
  const open = (answer: AskingOptions['answer'], options: Partial<AskingOptions> = {}) =>
    start({ elicitation: BOTH, patienceMs: SHORT, answer, ...options });

  test('gets the outcome from the same call when the person signs while it waits', async () => {
    const host = await open(
      async (request) => {
        await signOn(request);
        return ACCEPT;
      },
      { patienceMs: LONG },
    );
    const settled = await host.call('deploy_escrow', REQUEST);
    expect(host.asked).toEqual([
      expect.objectContaining({ mode: 'url', url: settled['signUrl'], message: expect.stringContaining('own wallet') }),
    ]);
    expect(settled).toMatchObject({
      status: 'settled',
      summary: { title: REQUEST.title },
      outcome: { status: 'settled', by: 'ledger', escrow: settled['escrow'] },
      next: expect.stringContaining('outcome says'),
    });
    const paid = await host.call('prepare_step', { step: 'fund', id: settled['id'] });
    expect(paid).toMatchObject({ status: 'settled', outcome: { action: 'fund' } });
    expect(host.asked).toHaveLength(2);
  });

  test('learns that the person signed before they answered the question', async () => {
    const host = await open(
      async (request) => {
        await signOn(request);
        // A host may show its question until the person comes back; of 2026 it must answer first.
        return isOld ? await new Promise<never>(() => {}) : ACCEPT;
      },
      { patienceMs: LONG },
    );
    expect(await host.call('deploy_escrow', REQUEST)).toMatchObject({ status: 'settled' });
  });

  test('learns that the person declined on the page', async () => {
    const host = await open(
      async ({ url = '' }) => {
        await post(url, 'decline', { reason: 'The receiver is wrong.' });
        return ACCEPT;
      },
      { patienceMs: LONG },
    );
    expect(await host.call('deploy_escrow', REQUEST)).toMatchObject({
      status: 'declined',
      outcome: { status: 'declined', detail: 'The receiver is wrong.' },
    });
  });
});

describe('a client of 2025', () => {
  const start = ASKING_HOSTS['a client of 2025'] as (typeof ASKING_HOSTS)[string];

  test('hears while it waits what for', async () => {
    const heard: (string | undefined)[] = [];
    const onProgress = (message: string | undefined) => heard.push(message);
    const host = await start({ elicitation: BOTH, patienceMs: 1_600, answer: () => ACCEPT, onProgress });
    await host.call('deploy_escrow', REQUEST);
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.every((message) => /^Waiting for the person: \d of 2 s$/.test(message ?? ''))).toBe(true);
  });

  test('learns how to go on when the person never answers', async () => {
    const host = await start({ elicitation: BOTH, patienceMs: SHORT, answer: () => new Promise<never>(() => {}) });
    expect(await host.call('deploy_escrow', REQUEST)).toMatchObject({
      status: 'prepared',
      next: expect.stringMatching(/asked to open the page, and has not answered yet.*get_escrow with the id/),
    });
  });

  test('gets the reply of a client without elicitation when it answers with an error', async () => {
    const env = { COUNTERSIGN_DATA_DIR: temporaryFolder() };
    const broken = await start({
      env,
      elicitation: BOTH,
      patienceMs: LONG,
      answer: () => Promise.reject(new Error('no')),
    });
    const silent = await startHost({ env });
    expect(await broken.call('deploy_escrow', REQUEST)).toEqual(await call(silent, 'deploy_escrow', REQUEST));
    expect(broken.asked).toHaveLength(1);
  });

  test('leaves the prepared request as it is when it hangs up during a question', async () => {
    const env = { COUNTERSIGN_DATA_DIR: temporaryFolder() };
    const isAsked = Promise.withResolvers<void>();
    const answer = () => {
      isAsked.resolve();
      return new Promise<never>(() => {});
    };
    const host = await start({ env, elicitation: BOTH, patienceMs: LONG, answer });
    const lost = expect(host.call('deploy_escrow', REQUEST)).rejects.toThrow();
    await isAsked.promise;
    await host.close();
    await lost;
    const next = await startHost({ env });
    expect(
      (await call(next, 'find_escrows', {}))['toSign'] ?? (await call(next, 'find_escrows', {}))['escrows'],
    ).toHaveLength(1);
  });
});

describe('a form for the parties, the fee and the token that a request lacks', () => {
  const { signer: _, roles, ...agreed } = REQUEST;
  const { approver: _approver, ...others } = roles;
  const INCOMPLETE = { ...agreed, roles: others };

  test.each(Object.entries(ASKING_HOSTS))('refuses a secret, and does not repeat it to %s', async (_, start) => {
    const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));
    for (const secret of [{ approver: SEED }, { approver: 'client', note: SEED }]) {
      const answer = () => ({ action: 'accept', content: { signer: 'client', ...secret } }) as const;
      const host = await start({ elicitation: { form: {} }, answer });
      const refused = await host.call('deploy_escrow', INCOMPLETE);
      expect(refused).toMatchObject({ error: { code: 'SECRET_REFUSED' } });
      expect(JSON.stringify([refused, host.asked])).not.toContain(SEED);
      expect(host.asked).toHaveLength(1);
    }
  });

  test('ends as a declined one when it is never answered', async () => {
    const start = ASKING_HOSTS['a client of 2025'] as (typeof ASKING_HOSTS)[string];
    const host = await start({ elicitation: {}, patienceMs: 200, answer: () => new Promise<never>(() => {}) });
    expect(await host.call('deploy_escrow', INCOMPLETE)).toMatchObject({
      error: { code: 'INPUT_INVALID', remedy: expect.stringContaining('was not answered in time') },
    });
  });
});

describe('a client of 2026', () => {
  const start = ASKING_HOSTS['a client of 2026'] as (typeof ASKING_HOSTS)[string];

  test('gets by an altered state only what it could get by an argument', async () => {
    const env = { COUNTERSIGN_DATA_DIR: temporaryFolder() };
    const host = await start({ env, elicitation: BOTH, patienceMs: SHORT, answer: () => ({ action: 'cancel' }) });
    const stranger = await startHost();
    const { id: theirs } = await call(stranger, 'deploy_escrow', REQUEST);
    const { id } = await host.call('deploy_escrow', REQUEST);
    const retried = (name: string, input: Record<string, unknown>, state: object) =>
      host.call(name, input, {
        requestState: JSON.stringify(state),
        inputResponses: { page: { action: 'accept' } },
      });
    const nothing = { error: { code: 'HANDLE_NOT_FOUND' } };
    expect(await retried('deploy_escrow', REQUEST, { id: theirs, asked: 'page' })).toMatchObject(nothing);
    expect(await retried('prepare_step', { step: 'fund', id }, { id, asked: 'page' })).toMatchObject(nothing);
    expect(await retried('deploy_escrow', REQUEST, { id, asked: 'page' })).toMatchObject({ id, status: 'prepared' });
    const silent = await host.call('deploy_escrow', REQUEST, { requestState: JSON.stringify({ id, asked: 'page' }) });
    expect(silent['next']).not.toMatch(/agreed|declined|closed/);
    for (const requestState of ['no JSON', '[]', '{"id":5,"typed":7,"forms":"x"}']) {
      expect(await host.call('deploy_escrow', REQUEST, { requestState })).toMatchObject({ id, status: 'prepared' });
    }
  });
});
