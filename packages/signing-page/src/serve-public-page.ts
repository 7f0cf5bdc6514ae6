/**
 * The page behind COUNTERSIGN_PUBLIC_URL. A proxy sends people to its port, so the process starts only if the port is
 * ours: another program on it could ask people for signatures in our name.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { withoutTrailing } from '@countersign/core/text';
import { isAddressInUse } from '@countersign/local-http';
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

/** Each of our processes takes the lock a moment after the port, and releases it a moment before. */
const SETTLE_MS = 1_000;
const SETTLE_POLL_MS = 50;
/** How often a process without the port checks whether the one that has it has ended. */
const STAND_BY_POLL_MS = 1_000;

/**
 * Serves the page. If another process with this data folder and address does so already, its page shows this desk's
 * handles too, and this one takes over when it ends.
 * @throws CountersignError SETTING_INVALID where another program holds the port, or for the address; STORE_UNUSABLE
 */
export async function servePublicPage(options: PublicPageOptions): Promise<ServedSigningPage> {
  const { publicUrl, port, dataDir, log } = options;
  const lock = openPortLock(dataDir, port, publicUrl);
  let served: ServedSigningPage | undefined;
  /** Whether this process, or another one of ours, has the port. */
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
    if (!(await settle())) throw portInUse(port);
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
        log('error', 'could not check the signing page’s port', { cause: describeThrown(thrown) });
        return true;
      });
      if (!ours && !warned) log('error', portInUse(port).message);
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
    if (isAddressInUse(thrown)) return undefined;
    throw thrown;
  }
}

function portInUse(port: number): CountersignError {
  return new CountersignError('SETTING_INVALID', {
    message: `Port ${port} is held by another program (or a Countersign with other settings), and with COUNTERSIGN_PUBLIC_URL a proxy would send people to it.`,
    operatorRemedy: 'Stop that program; or set COUNTERSIGN_PAGE_PORT to a free port, and let the proxy lead there.',
  });
}
