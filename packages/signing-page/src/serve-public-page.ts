/**
 * The page behind COUNTERSIGN_PUBLIC_URL. A proxy sends people to its port, so that port is ours or there is no start:
 * a stranger on it would be shown transactions and asked for signatures in our name.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { withoutTrailing } from '@countersign/core/text';
import { openPortLock } from './port-lock.ts';
import { pageAddress } from './public-address.ts';
import { type ServedSigningPage, serveSigningPage } from './serve.ts';
import type { SigningPageOptions } from './signing-page.ts';

export type PublicPageOptions = SigningPageOptions & {
  readonly publicUrl: string;
  readonly port: number;
  readonly dataDir: string;
  readonly log: Log;
};

/** A process of ours takes its lock a moment after the port, and frees it a moment before. */
const SETTLE_MS = 1_000;
const SETTLE_POLL_MS = 50;
/** How often a process without the port looks whether the one that has it has ended. */
const STAND_BY_POLL_MS = 1_000;

/**
 * Serves the page, or leaves that to another process with this data folder and address, whose page shows this desk's
 * handles too, and takes over when that one ends.
 * @throws CountersignError SETTING_INVALID where another program holds the port, or for the address; STORE_UNUSABLE
 */
export async function servePublicPage(options: PublicPageOptions): Promise<ServedSigningPage> {
  const { publicUrl, port, dataDir, log } = options;
  const lock = openPortLock(dataDir, port, publicUrl);
  let served: ServedSigningPage | undefined;
  /** Whether the port is ours now: this process's, or that of another one of ours. */
  const settle = async (): Promise<boolean> => {
    for (const giveUp = Date.now() + SETTLE_MS; ; await sleep(SETTLE_POLL_MS)) {
      if (lock.isHeld()) return true;
      served = await serveOn(port, options);
      if (served !== undefined) {
        lock.take();
        return true;
      }
      if (Date.now() > giveUp) return lock.isHeld();
    }
  };
  try {
    if (!(await settle())) throw portTaken(port);
  } catch (thrown) {
    lock.close();
    await served?.close();
    throw thrown;
  }
  const ending = new AbortController();
  const standingBy = served === undefined ? standBy() : undefined;
  const url = withoutTrailing(publicUrl, '/');
  let closing: Promise<void> | undefined;
  return {
    url,
    port,
    signUrl: (pageId) => pageAddress(url, pageId),
    close: () => {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    ending.abort();
    await standingBy;
    lock.close();
    await served?.close();
  }

  async function standBy(): Promise<void> {
    let warned = false;
    while (served === undefined) {
      await sleep(STAND_BY_POLL_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
      if (ending.signal.aborted) return;
      const ours = await settle().catch((thrown) => {
        log('error', 'the signing page’s port could not be looked at', { cause: describeThrown(thrown) });
        return true;
      });
      if (!ours && !warned) log('error', portTaken(port).message);
      warned = !ours;
    }
    log('info', 'took over the signing page’s port', { port });
  }
}

/** The page; nothing where the port is in use. */
async function serveOn(port: number, options: SigningPageOptions): Promise<ServedSigningPage | undefined> {
  try {
    return await serveSigningPage({ ...options, port });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw thrown;
  }
}

function portTaken(port: number): CountersignError {
  return new CountersignError('SETTING_INVALID', {
    message: `Port ${port} is held by another program (or a Countersign with other settings), and with COUNTERSIGN_PUBLIC_URL a proxy would send people to it.`,
    operatorRemedy: 'Stop that program; or set COUNTERSIGN_PAGE_PORT to a free port, and let the proxy lead there.',
  });
}
