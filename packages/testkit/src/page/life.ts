/** The life of an escrow at a desk: steps that the sandbox's people take, each prepared, signed and sent. */
import type { Desk, Prepared } from '@countersign/core';
import type { StepInput } from '@countersign/core/actions';
import type { StepName } from '@countersign/core/escrow';
import type { DemoAccountName } from '@countersign/escrow-service';
import { signAs } from '../mcp/wallet.ts';
import { deployInput } from './scene.ts';

/** A desk, or a person's. */
type Preparing = Pick<Desk, 'prepare' | 'submit'>;
type Signed = Pick<Prepared<StepName>, 'id' | 'unsignedXdr' | 'transactionHash'>;

/** @returns the address of a new escrow that is funded in full */
export async function fundedEscrow(desk: Preparing, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const deploy = await desk.prepare('deploy', deployInput(changes));
  await signAndSend(desk, 'client', deploy);
  await signAndSend(desk, 'client', await desk.prepare('fund', { id: deploy.id }));
  return deploy.contractId;
}

export async function take(desk: Preparing, who: DemoAccountName, step: StepName, input: StepInput): Promise<void> {
  await signAndSend(desk, who, await desk.prepare(step, input));
}

export async function signAndSend(desk: Preparing, who: DemoAccountName, prepared: Signed): Promise<void> {
  const { id, unsignedXdr, transactionHash } = prepared;
  const { status } = await desk.submit({ signedXdr: signAs(who, String(unsignedXdr), transactionHash), id });
  if (status !== 'settled') throw new Error(`${id} is ${status}`);
}
