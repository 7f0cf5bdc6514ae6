import { OTHER, REQUEST, SIGNER, TOKEN_CONTRACT } from '@countersign/testkit/service/requests';
import { answer, KEY, startScriptedService, TOKEN } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { createEscrowClient } from './client.ts';

const DEPLOYED = { status: 'SUCCESS', unsignedTransaction: 'AAAA' };

describe('the requests that are sent', () => {
  test('a deploy is the interface’s request, to the byte', async () => {
    const service = await startScriptedService(answer(201, DEPLOYED));
    const reply = await service.client().deploy({ ...REQUEST, receiverMemo: '18446744073709551615' });

    expect(reply).toEqual({ unsignedTransaction: 'AAAA' });
    expect(service.asked).toHaveLength(1);
    const [{ method, url, headers, body } = expect.fail()] = service.asked;
    expect([method, url]).toEqual(['POST', '/deployer/multi-release']);
    expect(headers['content-type']).toBe('application/json');
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(headers['x-api-key']).toBeUndefined();
    expect(body).toBe(
      `{"signer":"${SIGNER}","engagementId":"ENG-1","title":"Logo “Ünïcode”","description":"First line\\nsecond line",` +
        `"roles":{"approver":"${SIGNER}","serviceProvider":"${OTHER}","platformAddress":"${SIGNER}","release":"${OTHER}",` +
        `"disputeResolver":"${SIGNER}","receiver":"${OTHER}"},"platformFee":0.29,` +
        `"milestones":[{"description":"Draft","amount":10.5},{"description":"Final","amount":900719925474.0992123}],` +
        `"trustline":{"address":"${TOKEN_CONTRACT}","decimals":10000000},"receiverMemo":18446744073709551615}`,
    );
  });

  test('each request carries its own credential and no other', async () => {
    const service = await startScriptedService(
      answer(201, DEPLOYED),
      answer(200, { status: 'SUCCESS' }),
      answer(200, [{ address: TOKEN_CONTRACT, balance: 30.5 }]),
    );
    const client = service.client();
    await client.deploy(REQUEST);
    await client.sendTransaction('AAAA+/=');
    const { entries } = await client.getBalances({ signer: SIGNER, addresses: [TOKEN_CONTRACT] });
    expect(entries).toEqual([{ address: TOKEN_CONTRACT, balance: '30.5' }]);
    expect(service.asked.map(({ headers }) => [headers.authorization, headers['x-api-key']])).toEqual([
      [`Bearer ${TOKEN}`, undefined],
      [`Bearer ${TOKEN}`, undefined],
      [undefined, KEY],
    ]);
  });

  test('appends its paths to any path of the base address', async () => {
    const service = await startScriptedService(answer(201, DEPLOYED));
    await service.client({ baseUrl: `${service.url}/api/v1/` }).deploy(REQUEST);
    await service.client({ baseUrl: `${service.url}/api/v1` }).deploy(REQUEST);
    expect(service.asked.map(({ url }) => url)).toEqual([
      '/api/v1/deployer/multi-release',
      '/api/v1/deployer/multi-release',
    ]);
  });
});

describe('the settings of a client', () => {
  const good = { baseUrl: 'https://service.example', accessToken: TOKEN, apiKey: KEY, requestsPerMinute: 50 };

  test.each([
    ['baseUrl', 'http://service.example'],
    ['baseUrl', 'https://user:hunter2@service.example'],
    ['accessToken', 'line\nbreak-hunter2'],
    ['apiKey', ''],
  ])('a bad %s is refused before anything is sent, and not repeated', (path, value) => {
    const thrown = (() => {
      try {
        return createEscrowClient({ ...good, [path]: value });
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toMatchObject({ code: 'SETTING_INVALID', fields: [{ path }] });
    expect(JSON.stringify(thrown)).not.toContain('hunter2');
  });

  test('the fetch that is given is the one that is used, without following redirects', async () => {
    const calls: [unknown, RequestInit | undefined][] = [];
    const service = createEscrowClient({
      ...good,
      fetch: async (input, init) => {
        calls.push([input, init]);
        return Response.json(DEPLOYED, { status: 201 });
      },
    });
    await service.deploy(REQUEST);
    expect(calls).toMatchObject([['https://service.example/deployer/multi-release', { redirect: 'manual' }]]);
  });

  test.each([
    ['behind', -90_000],
    ['ahead of', 90_000],
  ])('logs once, with the difference, that the clock of the service is %s ours', async (side, skew) => {
    const service = await startScriptedService(
      answer(201, DEPLOYED, { date: new Date(Date.now() + skew).toUTCString() }),
    );
    const lines: string[] = [];
    const client = service.client({ log: (level, message) => lines.push(`${level}: ${message}`) });
    await client.deploy(REQUEST);
    await client.deploy(REQUEST);
    expect(lines.filter((line) => line.startsWith('warn'))).toEqual([
      expect.stringMatching(new RegExp(`^warn: .* clock is (?:89|90) s ${side} this machine’s\\.$`)),
    ]);
  });

  test('a clock that differs by a second or two is no news', async () => {
    const service = await startScriptedService(
      answer(201, DEPLOYED, { date: new Date(Date.now() + 3_000).toUTCString() }),
    );
    const lines: string[] = [];
    await service.client({ log: (level) => lines.push(level) }).deploy(REQUEST);
    expect(lines).toEqual(['info']);
  });
});
