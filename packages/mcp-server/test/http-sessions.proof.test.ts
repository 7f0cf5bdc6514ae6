/** Many sessions of many people at once: each gets only their own data. */
import { NETWORKS } from '@countersign/core/network';
import { startCli } from '@countersign/testkit/escrow-service/child';
import { connectHost, startHttp } from '@countersign/testkit/mcp/http-host';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { share } from '@countersign/testkit/proof/share';
import { Account, Asset, Keypair, Memo, Operation, TransactionBuilder } from '@stellar/stellar-sdk';
import { expect, onTestFinished, test } from 'vitest';

const SESSIONS = 200;
const CALLS = 5;
/** The server reads the issuer's keys again after so long. */
const KEYS_ARE_FRESH_MS = 10_000;

type Session = {
  /** Part of every request, and expected in every answer. */
  readonly mark: string;
  readonly id: string;
  readonly page: string;
  readonly ask: readonly (() => Promise<unknown>)[];
};

test('the most simultaneous calls mix nothing between people', async ({ task }) => {
  const service = await startCli(['--data-dir', temporaryFolder()]);
  onTestFinished(() => void service.process.kill());
  const issuer = await startIssuer();
  const { url } = await startHttp({
    COUNTERSIGN_OAUTH_ISSUER: issuer.url,
    ESCROW_API_URL: service.url,
    STELLAR_NETWORK: 'sandbox',
    STELLAR_RPC_URL: service.rpcUrl,
    ESCROW_RATE_LIMIT: '100000',
    COUNTERSIGN_LOG: 'error',
  });
  const begun = performance.now();
  const numbers = Array.from({ length: share(SESSIONS) }, (_, at) => at + 1);
  const sessions = await Promise.all(
    numbers.map(async (number) => open(url, await issuer.token(`person-${number}`, url), number)),
  );
  expect(new Set(sessions.flatMap(({ id, page }) => [id, page])).size).toBe(2 * sessions.length);

  const answers = await Promise.all(
    sessions.map(async ({ ask }) => await Promise.all(ask.map(async (each) => JSON.stringify(await each())))),
  );
  let crossed = 0;
  for (const [index, own] of answers.entries()) {
    const session = sessions[index] as Session;
    for (const answer of own) {
      expect(answer).toContain(session.mark);
      const marks = new Set(answer.match(/mark-\d+-end/g));
      const names = sessions.filter(
        (other) => other !== session && (answer.includes(other.id) || answer.includes(other.page)),
      );
      if (marks.size !== 1 || names.length > 0) crossed += 1;
    }
  }
  expect(crossed).toBe(0);
  // Once for all sessions, and again when what was read is no longer fresh.
  expect(issuer.asked()).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begun) / KEYS_ARE_FRESH_MS));
  task.meta.figures = {
    proof: 'MCP over HTTP',
    rows: {
      'sessions, each of another person': SESSIONS,
      'calls at once': SESSIONS * CALLS,
      'answers with anything of another person': crossed,
    },
  };
});

/** Everybody sends the same requests with the same ids; only the mark differs. */
async function open(url: string, token: string, number: number): Promise<Session> {
  const mark = `mark-${number}-end`;
  const { client } = await connectHost(url, token);
  const prepared = await client.callTool({
    name: 'deploy_escrow',
    arguments: { ...REQUEST, title: mark, description: mark },
  });
  const { id, signUrl } = prepared.structuredContent as { id: string; signUrl: string };
  const xdr = paymentWith(mark);
  return {
    mark,
    id,
    page: String(signUrl.split('/').at(-1)),
    ask: [
      () => client.callTool({ name: 'explain_xdr', arguments: { xdr } }),
      () => client.callTool({ name: 'get_escrow', arguments: { id } }),
      () => client.callTool({ name: 'find_escrows', arguments: { query: 'mark' } }),
      () => client.readResource({ uri: `countersign://escrow/${id}` }),
      () => client.getPrompt({ name: 'new_escrow', arguments: { agreed: mark } }),
    ],
  };
}

function paymentWith(mark: string): string {
  const [source, destination] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
  return new TransactionBuilder(new Account(source, '1'), {
    fee: '100',
    networkPassphrase: NETWORKS.sandbox.passphrase,
  })
    .addOperation(Operation.payment({ destination, asset: Asset.native(), amount: '1' }))
    .addMemo(Memo.text(mark))
    .setTimeout(300)
    .build()
    .toXDR();
}
