/** The desk and the signing page that its results lead to. Each needs the other, so the page asks for the desk late. */
import { type Desk, type OpenDeskOptions, openDesk } from '@countersign/core';
import type { Settings } from '@countersign/core/config';
import { CountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/log';
import { createSecretScanner } from '@countersign/core/secrets';
import { type ServedSigningPage, serveSigningPage } from './serve.ts';
import type { SigningPageOptions } from './signing-page.ts';

export type DeskWithPage = {
  readonly desk: Desk;
  /** Address of the page; absent where the settings are read-only, since then there is nothing to sign. */
  readonly pageUrl?: string;
  /** Ends the page first, then the desk. */
  close(): Promise<void>;
};

export type OpenDeskWithPageOptions = {
  readonly startSandbox: NonNullable<OpenDeskOptions['startSandbox']>;
  readonly log: Log;
  /** Of the page, on loopback; default: 3418, so that a link outlives a restart, or a free one where that is taken. */
  readonly port?: number;
};

/** @throws CountersignError of the desk and of the page | NodeJS.ErrnoException where a fixed port is in use */
export async function openDeskWithPage(settings: Settings, options: OpenDeskWithPageOptions): Promise<DeskWithPage> {
  const { startSandbox, log } = options;
  if (settings.readOnly) {
    const desk = await openDesk(settings, { startSandbox, log });
    return { desk, close: () => desk.close() };
  }
  let desk: Desk | undefined;
  const page = await serve(options.port, {
    desk: () => {
      if (desk === undefined) throw new CountersignError('CANCELLED');
      return desk;
    },
    scanner: createSecretScanner(settings.credentials),
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

const USUAL_PORT = 3418;

/**
 * Where another process of ours has the usual port, its page shows this desk's handles too: they share the data
 * folder. So behind a proxy it does not matter which of them the proxy finds there.
 */
async function serve(port: number | undefined, options: SigningPageOptions): Promise<ServedSigningPage> {
  try {
    return await serveSigningPage({ ...options, port: port ?? USUAL_PORT });
  } catch (cause) {
    if (port !== undefined || (cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    return await serveSigningPage({ ...options, port: 0 });
  }
}
