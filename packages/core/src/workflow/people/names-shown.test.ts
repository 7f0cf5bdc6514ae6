/** Which names one desk shows to whom, and where. */

import { openDesk as openScripted, prepared } from '@countersign/testkit/desk/scripted-desk';
import { otherKey, request, requestInput, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { expect, test } from 'vitest';
import { contactFor } from '../../contacts/index.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import { createDesk } from '../create-desk.ts';
import { LOCAL_PERSON, type Person } from '../model/person.ts';
import type { PreparedRequest } from '../model/requests.ts';
import { addressBookOf } from './address-book.ts';
import { namedError, namesOf, readerOf } from './names-shown.ts';

const ADA = { tenant: 'guild', id: 'ada' };
const BOB = { tenant: 'guild', id: 'bob' };
const [SIGNER, OTHER] = [signerKey.publicKey(), otherKey.publicKey()];

async function openDesk() {
  const { parts } = await openScripted({}, prepared());
  const { store, now } = parts;
  const desk = createDesk({ ...parts, signUrl: String });
  const bookOf = (person: Person) => addressBookOf({ store, network: sandbox, now }, person);
  const context = (viewer: Person) => ({ viewer, store, network: sandbox, policy: {} });
  return { desk, store, bookOf, context };
}

test('shows a caller who asks by address the names that they have for it, in sentences too', async () => {
  const { desk, bookOf } = await openDesk();
  await bookOf(ADA).set('Otto', OTHER, 'terminal');
  await bookOf(ADA).set('Ada', SIGNER, 'terminal');
  const { id, names = [], next } = await desk.for(ADA).prepare('deploy', requestInput());
  const parties = Object.entries(request().roles).filter(([, address]) => address === OTHER || address === SIGNER);
  expect(names).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'signer', name: 'Ada', address: SIGNER, from: 'address' }),
      ...parties.map(([role, address]) =>
        expect.objectContaining({ field: `roles.${role}`, name: address === OTHER ? 'Otto' : 'Ada', address }),
      ),
    ]),
  );
  expect(next).toContain(`in the wallet of Ada (${SIGNER}) on sandbox`);
  expect((await desk.for(ADA).get({ id, named: true })).names).toContainEqual(
    expect.objectContaining({ name: 'Otto', address: OTHER }),
  );
  expect((await desk.for(ADA).explain({ id })).lines.map(({ value }) => value)).toContain(`Otto (${OTHER})`);
});

test('uses no name that is a word of our own, though it was stored before', async () => {
  const { desk, store } = await openDesk();
  await store.setContact(ADA, contactFor('You', OTHER, { by: 'terminal', at: 1, earlier: undefined }), undefined);
  const { id } = await desk.for(ADA).prepare('deploy', requestInput());
  expect(JSON.stringify(await desk.for(ADA).get({ id, named: true }))).not.toMatch(/You \(|"You"/);
  await expect(desk.for(ADA).balances({ addresses: [], signer: 'You' })).rejects.toHaveProperty('fields');
});

test('shows each person the names of their own address book alone', async () => {
  const { desk, bookOf } = await openDesk();
  await bookOf(ADA).set('Otto', OTHER, 'terminal');
  await bookOf(LOCAL_PERSON).set('Lola', OTHER, 'terminal');
  await bookOf(BOB).set('Odo', OTHER, 'terminal');
  const { id, signUrl = '' } = await desk.for(ADA).prepare('deploy', requestInput());
  await desk.for(ADA).grant(id, BOB, 'sign');
  const bob = desk.for(BOB);
  const seen = JSON.stringify([await bob.get({ id, named: true }), await bob.renew(id), await bob.status(id)]);
  expect(seen).toContain('Odo');
  const onPage = JSON.stringify(await desk.page(signUrl).view(), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  for (const name of ['Otto', 'Lola']) expect([seen.includes(name), onPage.includes(name)]).toEqual([false, false]);
  expect(onPage).not.toContain('Odo');
});

test('drops a name from an address once another address has it', async () => {
  const { desk, bookOf } = await openDesk();
  await bookOf(ADA).set('Otto', OTHER, 'terminal');
  const roles = Object.entries(requestInput().roles).map(([role, address]) => [
    role,
    address === OTHER ? 'Otto' : address,
  ]);
  const { id } = await desk.for(ADA).prepare('deploy', { ...requestInput(), roles: Object.fromEntries(roles) });
  expect((await desk.for(ADA).get({ id, named: true })).names).toContainEqual(
    expect.objectContaining({ name: 'Otto', from: 'address-book' }),
  );
  await bookOf(ADA).set('Otto', SIGNER, 'terminal', OTHER);
  const { names = [] } = await desk.for(ADA).get({ id, named: true });
  expect(names.filter(({ address }) => address === OTHER)).toEqual([]);
});

test('an error of several readers has each one’s names in a copy', async () => {
  const { bookOf, context } = await openDesk();
  await bookOf(ADA).set('Otto', OTHER, 'terminal');
  const error = new CountersignError('STEP_NOT_POSSIBLE', {
    message: `Only the approver (${OTHER}) can.`,
    remedy: `Ask ${OTHER}.`,
    fields: [{ path: 'signer', problem: 'is another' }],
  });
  const named = (await namedError(context(ADA), error)) as CountersignError;
  expect(named).toMatchObject({ code: error.code, fields: error.fields, remedy: 'Ask Otto.' });
  expect(named.message).toBe(`Only the approver (Otto, ${OTHER}) can.`);
  expect(((await namedError(context(BOB), error)) as CountersignError).message).toBe(error.message);
  expect(error.message).toBe(`Only the approver (${OTHER}) can.`);
});

test.each(['fund', 'trust', 'approve', 'extend'])('names the signer when the request is to %s', async (action) => {
  const { bookOf, context } = await openDesk();
  await bookOf(ADA).set('Ada', SIGNER, 'terminal');
  const stored = { owner: ADA, action, request: { signer: SIGNER }, names: [] } as unknown as PreparedRequest;
  expect(await namesOf(context(ADA) as DeskContext, stored)).toEqual([
    expect.objectContaining({ field: 'signer', name: 'Ada', address: SIGNER }),
  ]);
});

test.each([
  ['its local owner', {}, [SIGNER]],
  ['a visitor who has proven a wallet', { visitor: 'v', wallets: [OTHER] }, [OTHER]],
  ['a visitor who has proven none', { visitor: 'v' }, []],
])('on a page, “you” is the wallet of %s', async (_, by, own) => {
  const { store } = await openDesk();
  const viewer = { page: 'page', ...by };
  const context = { viewer, store, network: sandbox, policy: { defaultSigner: SIGNER } };
  const stored = { owner: LOCAL_PERSON, pageId: 'page' } as PreparedRequest;
  expect((await readerOf(context, stored)).own).toEqual(own);
});
