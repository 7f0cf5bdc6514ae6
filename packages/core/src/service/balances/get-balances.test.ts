/** Balances in batches, and the search for the addresses that make a request fail. */
import { escrowAddresses, SIGNER } from '@countersign/testkit/service/requests';
import {
  addressesOf,
  answer,
  html,
  type Responder,
  read,
  startScriptedService,
  wallets,
} from '@countersign/testkit/service/scripted-service';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CountersignError, type ErrorCode } from '../../errors/errors.ts';
import { type BalanceSource, getBalances } from './get-balances.ts';

test('reads balances in batches, and goes on after a failure unless the next one would fail too', async () => {
  const codes: readonly ErrorCode[] = [
    ...(['CANCELLED', 'INTERNAL', 'SERVICE_UNAUTHORIZED', 'SIGNER_NOT_FOUND'] as const),
    ...([
      'RATE_LIMITED',
      'SERVICE_TIMEOUT',
      'SERVICE_UNREACHABLE',
      'SERVICE_FAILED',
      'SERVICE_REPLY_UNREADABLE',
    ] as const),
  ];
  const lines: string[] = [];
  for (const code of codes) {
    for (const failing of [['a'], ['a', 'b'], ['c', 'd'], ['e'], ['a', 'b', 'c', 'd', 'e']]) {
      const log: string[] = [];
      const source: BalanceSource = {
        maxAddresses: 2,
        now: () => 100,
        read: async (group) => {
          log.push(`reads ${group.join('')}`);
          return new Map(
            group.map((address) => [
              address,
              failing.includes(address)
                ? { kind: 'failed', error: new CountersignError(code) }
                : {
                    kind: 'read',
                    entry: { address, balance: address.charCodeAt(0).toString() },
                    readAt: 200 - address.charCodeAt(0),
                  },
            ]),
          );
        },
      };
      const result = await getBalances([...'abcdea'], source, (done, total) => log.push(`${done} of ${total}`)).then(
        ({ asOf, entries }) =>
          `${asOf} ${entries.map((entry) => ('balance' in entry ? entry.balance : entry.unread.code)).join(' ')}`,
        (error: CountersignError) => `throws ${error.code}`,
      );
      lines.push(`${code} for ${failing.join('')}: ${log.join(', ')} → ${result}`);
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/batches.txt');
});

test('finds the addresses that make a request fail by halving, and asks for them apart the next time', async () => {
  const lines: string[] = [];
  const all = escrowAddresses(45);
  const numbers = (addresses: readonly string[]) => addresses.map((address) => all.indexOf(address)).join(' ');
  const play = async (title: string, count: number, culprits: readonly number[], refusal: Responder, reads = 1) => {
    const bad = culprits.map((index) => all[index] as string);
    const service = await startScriptedService((response, request) => {
      const addresses = addressesOf(request.url);
      if (addresses.some((address) => bad.includes(address))) return refusal(response, request);
      return answer(
        200,
        addresses.map((address) => ({ address, balance: all.indexOf(address) })),
      )(response, request);
    });
    const client = service.client();
    for (let time = 1; time <= reads; time++) {
      const result = await client.getBalances({ signer: SIGNER, addresses: all.slice(0, count) }).then(
        ({ entries }) =>
          entries.flatMap((entry, at) =>
            'unread' in entry
              ? [`${at} ${entry.unread.code} ${JSON.stringify(entry.unread.params)}`]
              : entry.balance === `${at}`
                ? []
                : ['other'],
          ),
        (error: CountersignError) => [`throws ${error.code}`],
      );
      lines.push(
        `${title} (${client.mostBalanceRequests(count)} requests at most)`,
        ...result.map((line) => `  ${line}`),
      );
    }
    lines.push(...service.asked.map(({ url }) => `  asks ${numbers(addressesOf(url))}`));
  };
  const missing = answer(404, { error: 'Escrow not found' });
  for (const count of [0, 1, 2, 20, 21, 45]) await play(`${count} without a culprit`, count, [], missing);
  await play('1 that is a culprit', 1, [0], missing);
  await play('20 with two culprits, twice', 20, [3, 19], missing, 2);
  await play('20 with a culprit in each pair', 20, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18], missing);
  await play('3 that the service refuses', 3, [1], answer(400, { message: 'No' }));
  await play('3 with words for a missing one', 3, [1], answer(400, { message: 'It was not found' }));
  await play('3 that fail as a page', 3, [1], html(500));
  await play('3 whose signer is unknown', 3, [1], answer(400, { message: `Account not found: ${SIGNER}` }));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/halving.txt');
});

test('finds the culprit wherever it is with at most 10 extra requests, and reads the rest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 20 }), fc.nat(), async (count, position) => {
      const addresses = escrowAddresses(count);
      const culprit = addresses[position % count] as string;
      const service = await startScriptedService(wallets([culprit]));
      const { entries } = await service.client().getBalances({ signer: SIGNER, addresses });
      const unread = { address: culprit, unread: { code: 'NO_ESCROW', params: {} } };
      expect(entries).toEqual(addresses.map((address) => (address === culprit ? unread : read(address))));
      expect(service.asked.length).toBeLessThanOrEqual(11);
    }),
    { numRuns: 20 },
  );
});
