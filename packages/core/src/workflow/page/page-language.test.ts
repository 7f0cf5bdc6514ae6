/** A page that waits for a confirmation shows what the server wrote, in the language of anyone who reads it. */
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import { signAs } from '@countersign/testkit/mcp/request';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';
import type { CountersignError } from '../../errors/errors.ts';

const scene = await openScene();
afterAll(() => scene.close());

const STRANGER = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(77)).publicKey();
const inSpanish = ({ signUrl }: { readonly signUrl?: string | undefined }) =>
  scene.desk.page(String(signUrl).slice(-32), undefined, 'es');

/** All sentences and labels, without what people wrote. */
function textsIn(part: unknown, key = ''): string[] {
  if (typeof part === 'string') return TEXTS.has(key) ? [part] : [];
  if (Array.isArray(part)) return part.flatMap((each) => textsIn(each, key));
  return Object.entries(part ?? {}).flatMap(([name, each]) => textsIn(each, name));
}
const TEXTS = new Set(['does', 'doesNot', 'about', 'warnings', 'what', 'message', 'next', 'remedy']);

function expectSpanish(view: unknown): void {
  const texts = textsIn(view);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.map((text) => [text, foreignWords(text)]).filter(([, found]) => found?.length)).toEqual([]);
}

async function settledEscrow() {
  const deploy = await scene.desk.prepare('deploy', deployInput());
  await scene.desk.submit({ signedXdr: signAs('client', String(deploy.unsignedXdr), deploy.transactionHash) });
  return deploy;
}

test('shows a blocked update in the reader’s language', async () => {
  const { contractId } = await settledEscrow();
  const blocked = await scene.desk.prepare('update', {
    escrow: contractId,
    title: 'Nuevo',
    description: 'Otra',
    platformFee: '90',
    roles: { approver: STRANGER, releaseSigner: STRANGER },
    milestones: [
      { description: 'Uno', amount: '10', receiver: STRANGER },
      { description: 'Dos', amount: '20' },
    ],
  });
  expect(blocked.status).toBe('to-confirm');
  const view = await inSpanish(blocked).view();
  expect(view.offer).not.toHaveProperty('unsignedXdr');
  expect(view.summary).toMatchObject({
    changes: expect.arrayContaining([
      { what: 'Título', before: 'Website for the harbour museum', after: 'Nuevo' },
      expect.objectContaining({ what: 'Hito 1: quien cobra', after: STRANGER }),
      expect.objectContaining({ what: 'Hito 3', after: 'ninguno' }),
    ]),
  });
  expectSpanish(view);
});

test('refuses a step that is not the reader’s in their language', async () => {
  const deploy = await settledEscrow();
  const page = inSpanish(deploy);
  const thrown = await page.prepareNext({ action: 'approve', milestone: 1 }).catch((error: unknown) => error);
  const { message, remedy, language } = thrown as CountersignError;
  expect([message, remedy].flatMap(foreignWords)).toEqual([]);
  expect(language).toBe('es');
});
