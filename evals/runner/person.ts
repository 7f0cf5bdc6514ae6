/** What the person does outside the conversation: on the signing page, in their wallet, with their money. */
import { join } from 'node:path';
import { openDesk } from '@countersign/core';
import { openAddressBook } from '@countersign/core/address-book';
import { readTransaction } from '@countersign/core/envelope';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { parseSettings } from '@countersign/core/settings';
import type { DemoAccountName } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { envelopeOf, PAYMENT, TAKEOVER } from '@countersign/testkit/fixtures/takeover';
import { signAs } from '@countersign/testkit/mcp/request';
import type { Deed } from './conversation.ts';
import type { World } from './world.ts';

const [client] = SANDBOX_ACCOUNTS;

/** With its references resolved. */
export type DeedNow = { readonly does: Deed['does'] } & Readonly<Record<string, unknown>>;

/** @returns what it gives. @throws Error where the page refuses it */
export async function doDeed(deed: DeedNow, world: World): Promise<Readonly<Record<string, unknown>>> {
  const page = String(deed['page']);
  const { offer: transaction, judgement } = 'page' in deed ? await view(page) : {};
  switch (deed.does) {
    case 'opens-page':
      return await act(page, 'opened', {});
    case 'signs-on-page':
      return await act(page, 'submit', {
        signedXdr: signed(transaction?.unsignedXdr, deed['by'] as DemoAccountName | undefined),
      });
    case 'declines-on-page':
      return await act(page, 'decline', { reason: deed['reason'] });
    case 'confirms-on-page':
      return await act(page, 'confirm', { amount: deed['amount'], shown: judgement?.key });
    case 'signs-in-wallet':
      return { xdr: signed((deed['of'] as { readonly unsignedXdr?: string } | undefined)?.unsignedXdr) };
    case 'funds':
      return await fund(world, String(deed['escrow']), String(deed['amount']));
    case 'is-hired':
      return await hire(world);
    case 'is-sent-a-transaction':
      return { xdr: envelopeOf(PAYMENT, TAKEOVER) };
    case 'copies-their-seed':
      return { seed: sandboxKeypair('client').secret() };
    case 'names-an-address':
      return await nameAddress(world, String(deed['name']), String(deed['address']));
    case 'comes-back':
      return {};
  }
}

type View = {
  readonly offer?: { readonly unsignedXdr?: string };
  readonly judgement?: { readonly key: string };
};

async function view(page: string): Promise<View> {
  return (await load(`${page}/view`)) as View;
}

/** As the page's own script does. */
async function act(page: string, what: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await load(`${page}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(page).origin },
    body: JSON.stringify(body),
  });
  if ('error' in answer) throw new Error(`the signing page refused ${what}: ${JSON.stringify(answer)}`);
  return answer;
}

/** How long a person goes on where the server of the page is only starting, or ends and another one follows. */
const PATIENCE_MS = 20_000;

async function load(url: string, request?: RequestInit): Promise<Readonly<Record<string, unknown>>> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(url, request).catch(() => undefined);
    const answer = (await response?.json().catch(() => undefined)) as
      | { readonly error?: { readonly code: string }; readonly [field: string]: unknown }
      | undefined;
    const isOver = answer !== undefined && answer.error?.code !== 'CANCELLED';
    if (isOver || Date.now() > until) return answer ?? { error: `${url} cannot be reached` };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function signed(unsignedXdr: string | undefined, by: DemoAccountName = 'client'): string {
  if (unsignedXdr === undefined) throw new Error('there is nothing to sign');
  const { hashHex } = readTransaction(unsignedXdr, NETWORKS.sandbox.passphrase);
  return signAs(by, unsignedXdr, hashHex);
}

async function fund(
  { env }: Pick<World, 'env'>,
  escrow: string,
  amount: string,
): Promise<Readonly<Record<string, unknown>>> {
  const desk = await openDesk(parseSettings(env));
  try {
    const { id, unsignedXdr } = await desk.prepare('fund', { signer: client.address, escrow, amount });
    return await desk.submit({ id, signedXdr: signed(unsignedXdr) });
  } finally {
    await desk.close();
  }
}

/** The person's own records stay empty. */
async function hire({ env }: World): Promise<Readonly<Record<string, unknown>>> {
  const folder = join(env['COUNTERSIGN_DATA_DIR'] ?? '', 'of-the-client');
  const elsewhere = { env: { ...env, COUNTERSIGN_DATA_DIR: folder } };
  const desk = await openDesk(parseSettings(elsewhere.env));
  try {
    const { id, contractId: escrow, unsignedXdr, summary } = await desk.prepare('deploy', REQUEST);
    await desk.submit({ id, signedXdr: signed(unsignedXdr) });
    await fund(elsewhere, escrow, summary.total);
    return { escrow };
  } finally {
    await desk.close();
  }
}

async function nameAddress({ env }: World, name: string, address: string): Promise<Readonly<Record<string, unknown>>> {
  const book = await openAddressBook(parseSettings(env));
  try {
    return { ...(await book.set(name, address, 'terminal')) };
  } finally {
    await book.close();
  }
}
