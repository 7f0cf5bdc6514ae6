/** The signing page that the server's results link to: signed there, reported here. */
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

test('reports a signature on the page as settled, by submit_signed_xdr and by get_escrow', async () => {
  const host = await startHost();
  const prepared = await call(host, 'deploy_escrow', REQUEST_FOR_XDR);
  const { id, signUrl, unsignedXdr, transactionHash, escrow } = prepared as Record<string, string>;
  expect(signUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign\/[0-9a-f]{32}$/);
  expect(await callRefused(host, 'submit_signed_xdr', { id })).toMatchObject({ code: 'NOT_SIGNED_YET', signUrl });
  expect(await call(host, 'get_escrow', { id })).toMatchObject({ status: 'prepared', signUrl });

  const page = await fetch(signUrl as string);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
  const waiting = call(host, 'get_escrow', { id, waitSeconds: 20 });
  const delivered = await fetch(`${signUrl}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(signUrl as string).origin },
    body: JSON.stringify({ signedXdr: signAs('client', unsignedXdr as string, transactionHash as string) }),
  });
  expect(delivered.status).toBe(200);
  expect(await waiting).toMatchObject({ status: 'settled', escrow });
  expect(await call(host, 'submit_signed_xdr', { id })).toMatchObject({ status: 'settled', escrow });
});

test('a read-only installation serves no page, and shows what was prepared without a link to one', async () => {
  const COUNTERSIGN_DATA_DIR = temporaryFolder();
  const { id } = await call(await startHost({ env: { COUNTERSIGN_DATA_DIR } }), 'deploy_escrow', REQUEST);
  const host = await startHost({ env: { COUNTERSIGN_DATA_DIR, COUNTERSIGN_READ_ONLY: 'true' } });
  expect(await callRefused(host, 'deploy_escrow', REQUEST)).toMatchObject({ code: 'READ_ONLY' });
  const shown = await call(host, 'get_escrow', { escrow: id });
  expect(shown).toMatchObject({ id, title: REQUEST.title });
  const found = await call(host, 'find_escrows', {});
  expect(found['escrows']).toMatchObject([{ id, title: REQUEST.title }]);
  expect(JSON.stringify([shown, found])).not.toMatch(/\/sign\/[0-9a-f]{32}/);
  expect((await callRefused(host, 'find_escrows', { openList: true })).code).toBe('LIST_CLOSED');
});
