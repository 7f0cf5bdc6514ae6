/** The desk and the signing page that its cards lead to. Each needs the other, so the page asks for the desk late. */
import { type Desk, openDesk } from '@countersign/core';
import type { Settings } from '@countersign/core/config';
import { CountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/log';
import { serveSigningPage } from '@countersign/signing-page';

export type DeskWithPage = { readonly desk: Desk; readonly pageUrl: string; close(): Promise<void> };

export type OpenOptions = {
  readonly settings: Settings;
  /** Port of the page on loopback; 0 for a free one. */
  readonly pagePort: number;
  readonly redact: (text: string) => string;
  readonly log: Log;
};

/** @throws CountersignError of the desk and of the page | NodeJS.ErrnoException EADDRINUSE */
export async function openDeskWithPage({ settings, pagePort, redact, log }: OpenOptions): Promise<DeskWithPage> {
  let desk: Desk | undefined;
  const { publicUrl } = settings;
  const page = await serveSigningPage({
    desk: () => {
      if (desk === undefined) throw new CountersignError('CANCELLED');
      return desk;
    },
    port: pagePort,
    redact,
    onTrouble: (thrown) => log('error', 'unexpected error of the signing page', { cause: describeThrown(thrown) }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
  });
  try {
    const opened = await openDesk(settings, {
      log,
      signUrl: page.signUrl,
      startSandbox: async () => {
        const { startSandbox } = await import('./sandbox.ts');
        return await startSandbox(settings.dataDir);
      },
    });
    desk = opened;
    const close = async () => {
      await page.close();
      await opened.close();
    };
    return { desk: opened, pageUrl: page.url, close };
  } catch (thrown) {
    await page.close();
    throw thrown;
  }
}
