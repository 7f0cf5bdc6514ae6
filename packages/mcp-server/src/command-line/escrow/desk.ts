/** The desk on the data folder, for the sandbox or the configured network, with its signing page. */
import type { Desk } from '@countersign/core';
import type { Settings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { connectSandbox } from '../sandbox/connect-sandbox.ts';
import { openFundingDesk } from '../sandbox/fund-escrow.ts';

export async function onDesk<T>(settings: Settings, work: (desk: Desk) => Promise<T>): Promise<T> {
  const { desk, close } = settings.network.name === 'sandbox' ? await ofSandbox(settings) : await withPage(settings);
  try {
    return await work(desk);
  } finally {
    await close();
  }
}

async function ofSandbox(settings: Settings) {
  const sandbox = await connectSandbox(settings);
  const desk = await openFundingDesk(settings, sandbox).catch(async (thrown: unknown) => {
    await sandbox.close();
    throw thrown;
  });
  const close = async () => {
    await desk.close();
    await sandbox.close();
  };
  return { desk, close };
}

async function withPage(settings: Settings) {
  const { openDeskWithPage } = await import('@countersign/signing-page');
  return await openDeskWithPage(settings, { startSandbox, log: () => {} });
}
