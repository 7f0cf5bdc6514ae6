/** An escrow whose platform raises its fee and makes itself the arbiter, on any kind of service and at any desk. */

import {
  createEscrowClient,
  type Desk,
  openSqliteStore,
  type PersonalDesk,
  type Prepared,
  type Store,
} from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { dialectFor } from '@countersign/core/internal/service/client';
import { type DialectName, directNetwork, type Network, networkWith } from '@countersign/core/network';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { type Signable, signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { expect } from 'vitest';

export const { approver: CLIENT, platformAddress: PLATFORM } = REQUEST.roles;
const { disputeResolver: ARBITER } = REQUEST.roles;

export type Carried = DialectName | 'direct';

export type AgreedTermsSetup = {
  readonly network: Network;
  readonly deskOn: (store?: Store, rpcUrl?: string) => Desk;
  readonly rpcUrl: string;
  readonly close: () => Promise<void>;
};

export async function startScene(by: Carried): Promise<AgreedTermsSetup> {
  const network = by === 'direct' ? directNetwork('sandbox') : networkWith('sandbox', by);
  const sandbox: Sandbox = await startSandbox({ rateLimit: 0, ...(by === 'direct' ? {} : { network }) });
  const { url: baseUrl, accessToken, apiKey } = sandbox;
  const service = () =>
    createEscrowClient({ baseUrl, accessToken, apiKey, requestsPerMinute: 10_000, dialect: dialectFor(network) });
  const deskOn = (store = openSqliteStore(undefined, 'sandbox'), rpcUrl = sandbox.rpcUrl) => {
    return openDeskOfTest({
      service: by === 'direct' ? undefined : service(),
      store,
      network,
      patience: HURRY,
      ledger: openLedger([rpcUrl], network.passphrase, { retryMs: 1 }),
    });
  };
  return { network, deskOn, rpcUrl: sandbox.rpcUrl, close: () => sandbox.close() };
}

export async function settle(desk: PersonalDesk, prepared: Signable, by: string): Promise<void> {
  expect(await signAndSend(desk, by, prepared)).toMatchObject({ by: 'ledger' });
}

/** Confirms what stops it, if anything does, then signs and settles it. */
export async function signAnyway(desk: PersonalDesk, prepared: Prepared<'fund' | 'update'>, by: string): Promise<void> {
  const { id, judgement, summary } = prepared;
  const { amount } = summary;
  const ready = prepared.status === 'prepared' ? prepared : await desk.confirm(id, { amount, shown: judgement.key });
  await settle(desk, ready, by);
}

let count = 0;

/** By the client. @returns its address */
export async function deployed(desk: PersonalDesk, changes: object = {}): Promise<string> {
  const made = await desk.prepare('deploy', { ...REQUEST, ...changes, engagementId: `agreed-${count++}` });
  await settle(desk, made, 'client');
  return made.contractId;
}

export const RAISED = { platformFee: 15, roles: { disputeResolver: PLATFORM } };

export async function update(desk: PersonalDesk, escrow: string, changes: object): Promise<void> {
  await signAnyway(desk, await desk.prepare('update', { escrow, ...changes }), 'platform');
}

export const pay = (desk: PersonalDesk, escrow: string, changes: object = {}) =>
  desk.prepare('fund', { escrow, signer: CLIENT, ...changes });

const differing = [
  { field: 'roles.disputeResolver', asked: ARBITER, found: PLATFORM },
  { field: 'platformFee', asked: '5 %', found: '15 %' },
];
/** The block of a signer who agreed to the terms of the deploy. */
export const RAISED_STOP = { code: 'TERMS_CHANGED', params: { since: 'agreed', differences: differing } };
/** The warning of a signer who agreed to nothing yet. */
export const RAISED_WARNING = { code: 'TERMS_CHANGED_SINCE_DEPLOY', params: { differences: differing } };
