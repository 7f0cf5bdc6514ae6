/** The desk and its signing page. Each needs the other, so the page gets the desk on first use. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Desk, type OpenDeskOptions, openDesk } from '@countersign/core';
import { CountersignError, logLevelOf, operatorFields } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import { withoutTrailing } from '@countersign/core/text';
import { isAddressInUse, type Listening, listen } from '@countersign/local-http';
import { linksFrom } from './addresses.ts';
import { openPagePlace, type PlaceSettings } from './page-place.ts';
import { type ServedSigningPage, serveSigningPage } from './serve.ts';
import { createSigningPage, type SigningPageOptions } from './signing-page.ts';

export type DeskWithPage = {
  readonly desk: Desk;
  /** Address of the page, now; absent if the settings are read-only, since then there is nothing to sign. */
  readonly pageUrl?: string;
  /** Ends the page first, then the desk. */
  close(): Promise<void>;
};

export type OpenDeskWithPageOptions = Pick<OpenDeskOptions, 'onExchange' | 'onRpcExchange' | 'patience'> & {
  readonly startSandbox: NonNullable<OpenDeskOptions['startSandbox']>;
  readonly log: Log;
  /** Port of the page on loopback, instead of the settings' one; must be free. 0: a page of this process alone. */
  readonly port?: number;
};

/**
 * @throws CountersignError of the desk and of the page, SETTING_INVALID where `publicUrl` is set and another program
 *   holds the page's port
 * @throws NodeJS.ErrnoException EADDRINUSE where `options.port` is in use
 */
export async function openDeskWithPage(settings: Settings, options: OpenDeskWithPageOptions): Promise<DeskWithPage> {
  const { port, ...deskOptions } = options;
  if (settings.readOnly) {
    const desk = await openDesk(settings, deskOptions);
    return { desk, close: () => desk.close() };
  }
  let desk: Desk | undefined;
  const page = await serve(settings, port, options.log, {
    desk: () => {
      if (desk === undefined) throw new CountersignError('CANCELLED');
      return desk;
    },
    trustedProxies: settings.trustedProxies,
    scanner: createSecretScanner(settings.credentials),
    onTrouble: (thrown) => logTrouble(options.log, thrown),
  });
  try {
    const { signUrl, listUrl, proofUrl, escrowUrl } = page;
    const addresses = { signUrl, proofUrl, ...(listUrl && { listUrl }), ...(escrowUrl && { escrowUrl }) };
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
    const level = logLevelOf(thrown.code) === 'error' ? 'error' : 'warn';
    log(level, 'a request to the signing page failed', { code: thrown.code, ...operatorFields(thrown) });
  } else {
    log('error', 'unexpected error of the signing page', { cause: describeThrown(thrown) });
  }
}

function serve(
  settings: Settings,
  port: number | undefined,
  log: Log,
  page: SigningPageOptions,
): Promise<ServedSigningPage> {
  if (port === 0) return serveSigningPage({ ...page, publicUrl: settings.publicUrl });
  const placed = { ...settings, pagePort: port ?? settings.pagePort };
  return serveSharedPage({ ...page, settings: placed, mustHavePort: port !== undefined, log });
}

/**
 * The page of a data folder. One of its processes serves the page; the others hand out links to it, and one of them
 * takes over its port when it ends. So a link works as long as any of them runs.
 */
type SharedPageOptions = Omit<SigningPageOptions, 'publicUrl'> & {
  readonly settings: PlaceSettings;
  /** Whether the start fails where another program holds the port, as behind a public address. */
  readonly mustHavePort?: boolean;
  readonly log: Log;
};

/** How long a process that has the place may take to serve the page, and one that ended to free its port. */
const SETTLE_MS = 1_000;
const SETTLE_POLL_MS = 50;
/** How often a process that does not serve the page checks whether the one that does has ended. */
const STAND_BY_POLL_MS = 500;
/** Offers are kept this long, so an older link leads nowhere anyway. */
const EARLIER_PORT_MS = 30 * 24 * 60 * 60_000;

/**
 * Serves the page, or stands by. If another program holds the port, a free one is used instead; behind a public address
 * that is an error, since the proxy would send people to a program that could ask for signatures in our name.
 * @throws CountersignError SETTING_INVALID where another program holds the port, or for the address; STORE_UNUSABLE
 * @throws NodeJS.ErrnoException EADDRINUSE where it holds the port that `mustHavePort` asks for
 */
export async function serveSharedPage(options: SharedPageOptions): Promise<ServedSigningPage> {
  const { settings, mustHavePort = false, log, ...pageOptions } = options;
  const { publicUrl, pagePort } = settings;
  const page = createSigningPage({ ...pageOptions, publicUrl });
  const place = openPlace(settings);
  /** Today's port first. Empty while another process serves the page. */
  let listening: readonly Listening[] = [];
  /** Where links of this process lead. */
  let known = pagePort;
  let mayMove = publicUrl === undefined && !mustHavePort;
  let inUse: unknown;

  /** @param patient the port may still be in the hands of a process of ours that has just ended */
  const listenOn = async (port: number, patient: boolean): Promise<Listening | undefined> => {
    for (const giveUp = Date.now() + (patient ? SETTLE_MS : 0); ; await sleep(SETTLE_POLL_MS)) {
      try {
        return await listen(page, port);
      } catch (thrown) {
        if (!isAddressInUse(thrown)) throw thrown;
        inUse = thrown;
        if (Date.now() >= giveUp) return undefined;
      }
    }
  };
  const firstOf = async (ports: readonly number[], before: number | undefined): Promise<Listening | undefined> => {
    for (const port of ports) {
      const found = await listenOn(port, port === before);
      if (found !== undefined) return found;
    }
    return mayMove ? await listen(page, 0) : undefined;
  };

  /** With the place taken: serves the page, also on the port to which earlier links lead. */
  const serve = async (): Promise<boolean> => {
    const noted = place.ports();
    place.write(noted, false);
    const isRecent = (noted.leftAt ?? 0) > Date.now() - EARLIER_PORT_MS;
    const past = publicUrl === undefined ? [noted.port, isRecent ? noted.earlier : undefined] : [];
    const others = mayMove ? past.filter((port) => port !== undefined) : [];
    const first = await firstOf([...new Set([known, ...others])], noted.port);
    if (first === undefined) return false;
    const { port } = first;
    listening = [first];
    const [before, beforeThat] = past;
    const hasMoved = before !== undefined && before !== port;
    const earlier = hasMoved ? before : beforeThat;
    if (earlier !== undefined && earlier !== port) {
      const second = await listenOn(earlier, false);
      if (second === undefined) log('warn', 'another program holds the port of earlier links', { port: earlier });
      else listening = [first, second];
    }
    place.write({ port, earlier, leftAt: hasMoved ? Date.now() : noted.leftAt }, true);
    known = port;
    return true;
  };

  /** Whether the page is served, here or by another process. */
  const settle = async (): Promise<boolean> => {
    for (const giveUp = Date.now() + SETTLE_MS; ; await sleep(SETTLE_POLL_MS)) {
      if (place.take()) {
        try {
          return await serve();
        } finally {
          if (listening.length === 0) place.release();
        }
      }
      const port = place.servedPort();
      known = port ?? known;
      if (port !== undefined || Date.now() >= giveUp) return true;
    }
  };

  const end = async () => {
    page.close();
    // The ports are free from here on, before the next process takes the place; requests that run still end.
    const drained = listening.map((each) => each.close());
    place.close();
    await Promise.all(drained);
  };
  try {
    if (!(await settle())) throw publicUrl === undefined ? inUse : portInUse(pagePort);
    mayMove = publicUrl === undefined;
  } catch (thrown) {
    await end();
    throw thrown;
  }

  const standBy = async (): Promise<void> => {
    let warned = false;
    while (listening.length === 0) {
      await sleep(STAND_BY_POLL_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
      if (ending.signal.aborted) return;
      const isServed = await settle().catch((thrown) => {
        log('error', 'could not check the signing page’s port', { cause: describeThrown(thrown) });
        return true;
      });
      if (!isServed && !warned) log('error', portInUse(pagePort).message);
      warned = !isServed;
    }
    log('info', 'took over the signing page’s port', { port: known });
  };
  const ending = new AbortController();
  const standingBy = listening.length === 0 ? standBy() : undefined;
  let closing: Promise<void> | undefined;
  /** Read each time: the process that took the place over may have changed the port. */
  const port = () => {
    if (listening.length === 0 && closing === undefined) known = place.servedPort() ?? known;
    return known;
  };
  const url = () => (publicUrl === undefined ? `http://127.0.0.1:${port()}` : withoutTrailing(publicUrl, '/'));
  return {
    get url() {
      return url();
    },
    get port() {
      return port();
    },
    ...linksFrom(url, publicUrl !== undefined),
    close: () => {
      ending.abort();
      closing ??= Promise.resolve(standingBy).then(end);
      return closing;
    },
  };
}

function portInUse(port: number): CountersignError {
  return new CountersignError('SETTING_INVALID', {
    message: `Port ${port} is held by another program (or a Countersign with other settings), and with COUNTERSIGN_PUBLIC_URL a proxy would send people to it.`,
    operatorRemedy: 'Stop that program; or set COUNTERSIGN_PAGE_PORT to a free port, and let the proxy lead there.',
  });
}

/** @throws CountersignError STORE_UNUSABLE */
function openPlace(settings: PlaceSettings) {
  try {
    return openPagePlace(settings);
  } catch (cause) {
    if (cause instanceof CountersignError) throw cause;
    throw new CountersignError('STORE_UNUSABLE', { cause });
  }
}
