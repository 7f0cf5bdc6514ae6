/** Invariants for any service: nothing lost, nothing decided twice, no stranger's words as ours, no credential leaked. */
import { expect } from 'vitest';
import { operationOf } from '../service/misbehaving-service.ts';
import type { Kind } from './kind.ts';
import { ADDRESSES, EARLIER, INPUT, KEY, type Stage, signedBy, TOKEN } from './scene.ts';

export type Balances = { balances: { address: string; balance?: string; error?: string }[] };

/** While the ledger has not spoken no other transaction is prepared and nothing is ended, and no one need be asked. */
export async function requireOutcomeKept({ desk, earlier, service }: Stage, expected: string): Promise<void> {
  const asked = service.asked.length;
  const { status, by } = await desk.status(earlier.id);
  const wasSent = expected === 'accepted' || expected === 'unknown';
  expect([status, by]).toEqual([wasSent ? expected : 'prepared', expected === 'accepted' ? 'service' : 'here']);
  if (wasSent) {
    const code = expected === 'accepted' ? 'ALREADY_SETTLED' : 'OUTCOME_UNKNOWN';
    for (const input of [{ id: earlier.id }, EARLIER]) {
      await expect(desk.prepare('deploy', input)).rejects.toMatchObject({ code });
    }
    await expect(desk.discard(earlier.id)).rejects.toMatchObject({ code });
  }
  expect(service.asked.length).toBe(asked);
}

/** After a restart with a working service: earlier transactions can be sent, and the request can be prepared. */
export async function requireNothingLost(stage: Stage, call: string, expected: string): Promise<void> {
  const { earlier, service } = stage;
  const desk = stage.restart();
  const wasSent = call === 'send' && (expected === 'accepted' || expected === 'unknown');
  expect((await desk.status(earlier.id)).status).toBe(wasSent ? expected : 'prepared');
  expect(await desk.submit({ signedXdr: signedBy(earlier), id: earlier.id })).toMatchObject({
    status: 'accepted',
    transactionHash: earlier.transactionHash,
    contractId: earlier.contractId,
  });
  // Of one that broke after its head no body came.
  const sent = service.asked.filter((each) => operationOf(each) === 'send' && each.body !== '').map(({ body }) => body);
  expect(new Set(sent).size, 'different transactions sent').toBe(1);
  if (call !== 'deploy') return;
  const prepared = await desk.prepare('deploy', INPUT);
  expect(prepared.checked).toBe('verified');
  expect(await desk.submit({ signedXdr: signedBy(prepared) })).toMatchObject({ status: 'accepted' });
}

export function requireEntries({ balances }: Balances, { entries = [] }: Kind, unread: boolean): void {
  expect(balances.map(({ address }) => address)).toEqual(ADDRESSES);
  for (const [index, { balance, error }] of balances.entries()) {
    const wanted = unread ? /refused|knows no escrow/ : entries[index];
    if (typeof wanted === 'string') expect(balance).toBe(wanted);
    else expect(error).toMatch(wanted as RegExp);
  }
}

/** A stranger's words stand in `detail`, in `found`, and in the escrow that the service describes. */
export function requireCleanWords(shown: unknown): void {
  const { detail, differences, escrow, ...ours } = (shown ?? {}) as Record<string, unknown>;
  const text = JSON.stringify(ours);
  expect(text).not.toContain('HOSTILE');
  expect(text.length).toBeLessThan(9_000);
  const everything = JSON.stringify(shown ?? {});
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
  expect(everything).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]|\\u00[01]|\\u202e/);
  for (const secret of [TOKEN, KEY]) expect(everything).not.toContain(secret);
  expect(String(detail ?? '').length).toBeLessThanOrEqual(301);
  expect(JSON.stringify(differences ?? []).length).toBeLessThan(50_000);
  expect(JSON.stringify(escrow ?? {}).length).toBeLessThan(200_000);
}

/** Each credential goes to its own operations of the configured host, and to no one else. */
export function requireCredentialsAtHome({ service, strayed, log }: Stage): void {
  expect(strayed()).toBe(0);
  for (const { headers, body, url } of service.asked) {
    const operation = operationOf({ url });
    const isToken = operation === 'deploy' || operation === 'send';
    expect(headers['authorization']).toBe(isToken ? `Bearer ${TOKEN}` : undefined);
    expect(headers['x-api-key']).toBe(operation === 'balances' ? KEY : undefined);
    expect(`${url}${body}`).not.toMatch(new RegExp(`${TOKEN}|${KEY}`));
  }
  expect(log.join('\n')).not.toMatch(new RegExp(`${TOKEN}|${KEY}|HOSTILE`));
}
