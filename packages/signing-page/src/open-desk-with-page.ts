/** The desk and the signing page that its results lead to. Each needs the other, so the page asks for the desk late. */
import { type Desk, type OpenDeskOptions, openDesk } from '@countersign/core';
import type { Settings } from '@countersign/core/config';
import { CountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/log';
import { serveSigningPage } from './serve.ts';

export type DeskWithPage = {
  readonly desk: Desk;
  /** Address of the page; absent where the settings are read-only, since then there is nothing to sign. */
  readonly pageUrl?: string;
  /** Ends the page first, then the desk. */
  close(): Promise<void>;
};

export type OpenDeskWithPageOptions = {
  readonly startSandbox: NonNullable<OpenDeskOptions['startSandbox']>;
  readonly redact: (text: string) => string;
  readonly log: Log;
  /** Of the page, on loopback, for a proxy to find; default: a free one. */
  readonly port?: number;
};

/** @throws CountersignError of the desk and of the page | NodeJS.ErrnoException where a fixed port is in use */
export async function openDeskWithPage(settings: Settings, options: OpenDeskWithPageOptions): Promise<DeskWithPage> {
  const { startSandbox, redact, log, port = 0 } = options;
  if (settings.readOnly) {
    const desk = await openDesk(settings, { startSandbox, log });
    return { desk, close: () => desk.close() };
  }
  let desk: Desk | undefined;
  const page = await serveSigningPage({
    desk: () => {
      if (desk === undefined) throw new CountersignError('CANCELLED');
      return desk;
    },
    port,
    redact,
    onTrouble: (thrown) => log('error', 'unexpected error of the signing page', { cause: describeThrown(thrown) }),
    ...(settings.publicUrl === undefined ? {} : { publicUrl: settings.publicUrl }),
  });
  try {
    const opened = await openDesk(settings, { startSandbox, log, signUrl: page.signUrl });
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
