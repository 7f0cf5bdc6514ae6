/** What a desk answers a Spanish speaker: the same data as in English, with Spanish sentences. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CountersignError, PersonalDesk } from '@countersign/core';
import { networkWith } from '@countersign/core/network';
import { settlementSchema, transactionStatusSchema } from '@countersign/core/results';
import { problemText, spokenFields } from '@countersign/core/words/problems';
import { startSandbox } from '@countersign/escrow-service';
import { failure } from '@countersign/testkit/desk/failure';
import { type Signable, signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import { folderOfFile } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, expect, test } from 'vitest';

const network = networkWith('sandbox', 'v1');
const ANA = { tenant: 'team', id: 'ana' };
const BOB = { tenant: 'team', id: 'bob' };
const folder = folderOfFile();
const sandbox = await startSandbox({ rateLimit: 0, network });
const desk = createTestDesk({ on: sandbox, folder, network });
const ana = desk.for(ANA, { language: 'es' });
const bob = desk.for(BOB, { language: 'en' });
afterAll(async () => {
  await desk.close();
  await sandbox.close();
});

const settle = (by: PersonalDesk, prepared: Signable, signer = 'client') => signAndSend(by, signer, prepared);

async function escrowOf(by: PersonalDesk, engagementId: string): Promise<{ id: string; contractId: string }> {
  const made = await by.prepare('deploy', { ...REQUEST, engagementId });
  expect(await settle(by, made)).toMatchObject({ status: 'settled' });
  return made;
}

/** Sentences of ours in an answer: `next`, `message` and the like, and what a summary says. */
function sentencesIn(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(sentencesIn);
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) => {
    const texts = Array.isArray(value) ? value : [value];
    const isOurs = ['next', 'message', 'does', 'doesNot', 'about', 'warnings', 'means', 'text', 'error'].includes(key);
    return isOurs ? texts.filter((text) => typeof text === 'string') : sentencesIn(value);
  });
}
function expectSpanish(answer: unknown, most?: number): void {
  const sentences = sentencesIn(answer);
  expect(sentences.length).toBeGreaterThan(most ?? 0);
  for (const text of sentences) expect([text, foreignWords(text)]).toEqual([text, []]);
}
function expectEnglish(answer: unknown): void {
  for (const text of sentencesIn(answer)) expect(text).not.toMatch(/[áéíóúñ¿]|\b(?:el|la|los|que)\b/);
}

test('the same request is prepared with the same data for both, and described to each in their language', async () => {
  const request = { ...REQUEST, engagementId: 'both' };
  const [spanish, english] = [await ana.prepare('deploy', request), await bob.prepare('deploy', request)];
  expectSpanish(spanish);
  expectEnglish(english);
  const { next, ...data } = spanish.summary as typeof spanish.summary & { next?: string };
  expect(next).toBeUndefined();
  const { expiresAt: _, contractId: __, ...rest } = data;
  expect(english.summary).toMatchObject(rest);
  expect(english.next).toContain('submit_signed_xdr');
  expect(spanish.next).toContain(REQUEST.signer);
  expect(spanish.next).not.toMatch(/[a-z]_[a-z]/);
});

test('a settlement is reported to each in their own language, no matter who submitted it', async () => {
  const made = await ana.prepare('deploy', { ...REQUEST, engagementId: 'shared' });
  await ana.grant(made.id, BOB, 'sign');
  expectSpanish(await ana.status(made.id), 1);
  expect(await bob.status(made.id)).toMatchObject({ message: 'It waits for a signature.' });
  const settlement = await settle(ana, made);
  expectSpanish(settlement, 1);
  expect(settlementSchema.parse(settlement)).toMatchObject({ status: 'settled', contractId: made.contractId });
  const report = await bob.status(made.id);
  expect(transactionStatusSchema.parse(report)).toMatchObject({
    status: 'settled',
    message: 'The ledger accepted the transaction.',
    next: 'Fund it with prepare_step; get_balances shows what it holds.',
  });
  expectSpanish(await ana.status(made.id), 1);
  expectSpanish(await ana.submit({ id: made.id }), 1);
  expectEnglish(await bob.submit({ id: made.id }));
  expectSpanish(await ana.get({ id: made.id }), 1);
  expectEnglish(await bob.get({ id: made.id }));
  expectSpanish(await ana.find({}), 1);
  expectEnglish(await bob.find({}));
  const { message: text, next, ...data } = await ana.status(made.id);
  expect(await bob.status(made.id)).toMatchObject(data);
  expect(text).not.toBe(next);
});

test('texts that an earlier version stored are shown as stored', async () => {
  const { id } = await escrowOf(ana, 'of an earlier version');
  const file = new DatabaseSync(join(folder, 'prepared.sqlite'));
  const changed = file
    .prepare("UPDATE offer SET settlement = json_remove(settlement, '$.told') WHERE handle = ? AND state = 'settled'")
    .run(id);
  file.close();
  expect(changed.changes).toBe(1);
  expect(await ana.status(id)).toMatchObject({
    status: 'settled',
    message: 'The ledger accepted the transaction.',
    next: 'Fund it with prepare_step; get_balances shows what it holds.',
  });
});

test('a payment and a step have a summary in Spanish, and say whose turn it is', async () => {
  const { contractId: escrow } = await escrowOf(ana, 'a life');
  const payment = await ana.prepare('fund', { escrow, signer: REQUEST.signer });
  expectSpanish(payment);
  expectSpanish(await settle(ana, payment), 1);
  const step = await ana.prepareStep(['change-status'], { escrow, milestone: 1 });
  expect(step.summary.doesNot).toEqual([expect.stringContaining('No paga a nadie')]);
  expectSpanish(step, 2);
  const english = await bob.prepareStep(['change-status'], { escrow, milestone: 1 });
  expectEnglish(english);
  const { does, doesNot, changes, expiresAt, ...data } = step.summary;
  expect(english.summary).toMatchObject(data);
  expect(english.summary.does).not.toBe(does);
  expect([doesNot.length, changes.length, expiresAt.length]).not.toContain(0);
});

test('a refusal has the same code and data', async () => {
  const { contractId: escrow } = await escrowOf(ana, 'refused');
  for (const [input, code] of [
    [{ escrow, milestone: 1 }, 'STEP_NOT_POSSIBLE'],
    [{ escrow, milestone: 99 }, 'INPUT_INVALID'],
    [{ escrow: 'nothing', milestone: 1 }, 'INPUT_INVALID'],
  ] as const) {
    const spanish = await failure(ana.prepareStep(['release'], input));
    const english = await failure(bob.prepareStep(['release'], input));
    expect([spanish.code, english.code]).toEqual([code, code]);
    const fields = (error: CountersignError) => error.fields?.map(({ path }) => path);
    expect(fields(spanish)).toEqual(fields(english));
    for (const { path, problem } of spokenFields(spanish, 'es'))
      expect([path, problem, foreignWords(problem)]).toEqual([path, problem, []]);
    expectEnglish([english.toView(), ...spokenFields(english, 'en').map(({ problem }) => ({ text: problem }))]);
    if (code !== 'STEP_NOT_POSSIBLE') continue;
    expect(spanish.language).toBe('es');
    expect(foreignWords(`${spanish.message} ${spanish.remedy}`)).toEqual([]);
  }
});

test('limits, names and requests are described in Spanish', async () => {
  const limited = desk.for({ tenant: 'team', id: 'carla' }, { language: 'es' });
  await limited.setLimits({ maxAmount: '1' });
  const beyond = await failure(limited.prepare('deploy', { ...REQUEST, engagementId: 'too much' }));
  expect(beyond).toMatchObject({ code: 'LIMIT_REACHED', language: 'es' });
  expect(foreignWords(`${beyond.message} ${beyond.remedy}`)).toEqual([]);
  const named = await failure(ana.prepare('deploy', { ...REQUEST, signer: 'Nobody' }));
  expect(spokenFields(named, 'es')).toContainEqual({
    path: 'Quien firma',
    problem: 'no es una dirección ni un nombre que se conozca aquí',
    written: 'signer',
  });
  const problems = await ana.check({ title: '' });
  expect(problems.length).toBeGreaterThan(5);
  expect(problems.flatMap(({ problem }) => foreignWords(problemText(problem, 'es')))).toEqual([]);
  expect((await bob.check({ title: '' })).map(({ path }) => path)).toEqual(problems.map(({ path }) => path));
  const lost = await failure(ana.get({ contractId: network.tokens[0]?.address as string }));
  expect(lost).toMatchObject({ code: 'HANDLE_NOT_FOUND', language: 'es' });
  expect(foreignWords(`${lost.message} ${lost.remedy}`)).toEqual([]);
});

test('English is the default language', async () => {
  const { id } = await escrowOf(desk.for(BOB), 'no language');
  expectEnglish(await desk.for(BOB).status(id));
  expect(await desk.for(BOB).status(id)).toEqual(await bob.status(id));
});
