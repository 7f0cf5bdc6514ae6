/** Damaged rows of the store: a list shows the others and names them, and so does a call about one of them. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ADA, BOB, openRememberingDesk } from '@countersign/testkit/desk/remembering-desk';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import type { DamagedPart } from '../../errors/problems.ts';
import { spokenFields } from '../../words/problems.ts';

const LOGO = { engagementId: 'logo-1', title: 'Logo' };
const SITE = { engagementId: 'site-1', title: 'Website' };

/** Two escrows of Ada's, of which one row is changed by a statement. */
async function openDamaged(statement: string) {
  const folder = temporaryFolder();
  const { desk, prepare } = await openRememberingDesk([LOGO, SITE], { folder });
  const [logo, site] = [await prepare(LOGO), await prepare(SITE)];
  // It is intact when it is read for the first time.
  expect((await desk.for(ADA).get({ id: logo.id })).title).toBe(LOGO.title);
  const file = new DatabaseSync(path.join(folder, 'prepared.sqlite'));
  onTestFinished(() => file.close());
  expect(file.prepare(statement).run(logo.id).changes).toBe(1);
  return { desk, logo, site };
}

const ofHandle = (column: string, value: string) => `UPDATE handle SET ${column} = ${value} WHERE id = ?`;
const ofOffer = (column: string, value: string) => `UPDATE offer SET ${column} = ${value} WHERE handle = ?`;

const DAMAGES: readonly [string, string, DamagedPart][] = [
  ['a request that is cut off', ofHandle('request', `'{"title":"Lo'`), 'request'],
  ['a request that is empty', ofHandle('request', "''"), 'request'],
  ['a request that is null', ofHandle('request', "'null'"), 'request'],
  ['a request without fields', ofHandle('request', "'{}'"), 'request'],
  ['a request without a role', ofHandle('request', "json_remove(request, '$.roles')"), 'request'],
  ['a request with a number for a title', ofHandle('request', "json_set(request, '$.title', 5)"), 'request'],
  ['a request with another title', ofHandle('request', "json_set(request, '$.title', 'Other')"), 'mismatch'],
  ['a transaction that is no XDR', ofOffer('unsigned_xdr', "'AAAA'"), 'transaction'],
  ['a transaction of another hash', ofOffer('hash', "'00'"), 'transaction'],
  ['no transaction', 'DELETE FROM offer WHERE handle = ?', 'transaction'],
  ['warnings that are cut off', ofHandle('judged', `'{"stops":['`), 'warnings'],
  ['warnings that are missing', ofHandle('judged', "'{}'"), 'warnings'],
  ['reasons that are no list', ofOffer('reasons', "'{}'"), 'warnings'],
  ['names that are no list', ofHandle('names', "'7'"), 'names'],
  ['an end that is cut off', ofHandle('ended', "'{'"), 'state'],
  ['an unknown action', ofHandle('action', "'burn'"), 'state'],
  ['an unknown state', ofOffer('state', "'lost'"), 'state'],
  ['an outcome that is cut off', ofOffer('settlement', "'{'"), 'outcome'],
  ['a time that no date can show', ofHandle('made_at', '9000000000000000'), 'times'],
  ['an end of time that no date can show', ofOffer('expires_at', '9000000000000000'), 'times'],
];

test.each(DAMAGES)('names a row with %s to its owner alone, and lists the others', async (_, statement, part) => {
  const { desk, logo, site } = await openDamaged(statement);
  const ada = desk.for(ADA);
  const { escrows, damaged, next } = await ada.find({});
  expect([escrows.map(({ id }) => id), damaged]).toEqual([[site.id], [{ id: logo.id, part }]]);
  expect(next).toContain(logo.id);
  const fields = [{ path: 'record', problem: { code: 'DAMAGED_PART', params: { id: logo.id, part } } }];
  for (const call of [ada.get({ id: logo.id }), ada.lookUp({ id: logo.id }), ada.explain({ id: logo.id })]) {
    await expect(call).rejects.toMatchObject({ code: 'RECORD_DAMAGED', fields });
  }
  expect((await ada.get({ id: site.id })).title).toBe(SITE.title);
  const bob = desk.for(BOB);
  expect(await bob.find({})).not.toHaveProperty('damaged');
  for (const id of [logo.id, logo.transactionHash]) {
    for (const call of [bob.get({ id }), bob.lookUp({ id })]) {
      await expect(call).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
    }
  }
});

test('suggests the titles of the others, and a damaged request without a title', async () => {
  const { desk, logo, site } = await openDamaged(ofHandle('request', "'{'"));
  expect(await desk.for(ADA).titles('', 9)).toMatchObject([
    { id: site.id, title: SITE.title },
    { id: logo.id, title: '', damaged: 'request' },
  ]);
});

test.each([
  ['en', 'A stored record is damaged and not listed: ', 'its request cannot be read', 'ID is damaged: '],
  ['es', 'Un registro guardado está dañado y no se muestra: ', 'no se puede leer su solicitud', 'ID está dañado: '],
] as const)('names a damaged row in %s', async (language, list, part, field) => {
  const { desk, logo } = await openDamaged(ofHandle('request', "'{'"));
  const ada = desk.for(ADA, { language });
  expect((await ada.find({})).next).toContain(`${list}${logo.id} (${part}).`);
  const error = await ada.get({ id: logo.id }).catch((thrown: unknown) => thrown);
  expect(spokenFields(error as never, language)).toMatchObject([{ problem: `${field}${part}`.replace('ID', logo.id) }]);
});
