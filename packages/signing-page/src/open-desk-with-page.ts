/** The desk and its signing page. Each needs the other, so the page gets the desk on first use. */
import { type Desk, type OpenDeskOptions, openDesk } from '@countersign/core';
import { CountersignError, operatorFields } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import { type ServedSigningPage, serveSigningPage } from './serve.ts';
import { serveSharedPage } from './serve-shared-page.ts';
import type { SigningPageOptions } from './signing-page.ts';

export type DeskWithPage = {
  readonly desk: Desk;
  /** Address of the page, now; absent if the settings are read-only, since then there is nothing to sign. */
  readonly pageUrl?: string;
  /** Ends the page first, then the desk. */
  close(): Promise<void>;
};

export type OpenDeskWithPageOptions = {
  readonly startSandbox: NonNullable<OpenDeskOptions['startSandbox']>;
  readonly log: Log;
  /** As of `openDesk`. */
  readonly onExchange?: OpenDeskOptions['onExchange'];
  readonly patience?: OpenDeskOptions['patience'];
  /** Port of the page on loopback, instead of the settings' one; must be free. 0: a page of this process alone. */
  readonly port?: number;
};

/**
 * @throws CountersignError of the desk and of the page, SETTING_INVALID where `publicUrl` is set and another program
 *   holds the page's port
 * @throws NodeJS.ErrnoException EADDRINUSE where `options.port` is in use
 */
export async function openDeskWithPage(settings: Settings, options: OpenDeskWithPageOptions): Promise<DeskWithPage> {
  const { startSandbox, log, onExchange, patience } = options;
  const deskOptions = {
    startSandbox,
    log,
    ...(onExchange === undefined ? {} : { onExchange }),
    ...(patience === undefined ? {} : { patience }),
  };
  if (settings.readOnly) {
    const desk = await openDesk(settings, deskOptions);
    return { desk, close: () => desk.close() };
  }
  let desk: Desk | undefined;
  const page = await serve(settings, options, {
    desk: () => {
      if (desk === undefined) throw new CountersignError('CANCELLED');
      return desk;
    },
    trustedProxies: settings.trustedProxies,
    scanner: createSecretScanner(settings.credentials),
    onTrouble: (thrown) => logTrouble(log, thrown),
  });
  try {
    const { signUrl, listUrl, proofUrl } = page;
    const addresses = { signUrl, proofUrl, ...(listUrl === undefined ? {} : { listUrl }) };
    const opened = await openDesk(settings, { ...deskOptions, ...addresses });
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

function logTrouble(log: Log, thrown: unknown): void {
  if (thrown instanceof CountersignError) {
    log('warn', 'a request to the signing page failed', { code: thrown.code, ...operatorFields(thrown) });
  } else {
    log('error', 'unexpected error of the signing page', { cause: describeThrown(thrown) });
  }
}

async function serve(
  settings: Settings,
  { port, log }: OpenDeskWithPageOptions,
  page: SigningPageOptions,
): Promise<ServedSigningPage> {
  const { publicUrl, pagePort } = settings;
  if (port === 0) return await serveSigningPage({ ...page, ...(publicUrl === undefined ? {} : { publicUrl }) });
  return await serveSharedPage({
    ...page,
    settings: { ...settings, pagePort: port ?? pagePort },
    mustHavePort: port !== undefined,
    log,
  });
}
