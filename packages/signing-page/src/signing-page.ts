/** The signing page's HTTP surface, as one fetch-style handler that an adapter serves or mounts. */
import { randomBytes } from 'node:crypto';
import type { Desk, PageDesk } from '@countersign/core';
import type { NextInput } from '@countersign/core/desk';
import { CountersignError, fieldProblem } from '@countersign/core/errors';
import { createSecretScanner, redactStrings, refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { isHangUp, isLoopbackHost } from '@countersign/local-http';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { clientsBehind, publicAddress } from './addresses.ts';
import { pageAssets } from './assets/page-assets.ts';
import { createSharedFiles } from './assets/shared-files.ts';
import { addEscrowPage } from './escrow-page.ts';
import { createStandings } from './escrow-states.ts';
import { createStreamPool, sendEvents, versionOf } from './events.ts';
import {
  bodyOf,
  errorReply,
  hostOf,
  isOpenedByPerson,
  isOwnRequest,
  languageIn,
  optionalText,
  securityHeaders,
  textOf,
} from './http.ts';
import { createLimits } from './limits.ts';
import { addListApi } from './list-api.ts';
import { createPageHtml, type FirstView, sendFile } from './page-html.ts';
import type { NextReply, PageView, ProofView, ProvenReply, SubmitReply } from './page-view.ts';
import { pageView } from './page-view.ts';
import { plainPage } from './plain-pages.ts';
import { addSignIn } from './sign-in.ts';
import { isCallback, takeFromWallet, WALLET_VISITOR } from './wallet-callback.ts';
import { addWalletList } from './wallet-list.ts';

export type SigningPageOptions = {
  /** The desk, or how to get it: asked for with every request, so that it may open late. */
  readonly desk: Desk | (() => Desk | Promise<Desk>);
  /** Public https address behind a proxy; absent: loopback alone. */
  readonly publicUrl?: string | undefined;
  /** Proxies on other machines: addresses and networks. */
  readonly trustedProxies?: readonly string[];
  /** Scans every request and redacts every answer; default: one that knows no credentials. */
  readonly scanner?: SecretScanner;
  /** Called with our own unexpected errors, and with those that the operator can fix. */
  readonly onTrouble?: (thrown: unknown) => void;
  /** Epoch milliseconds; the desk's clock. */
  readonly now?: () => number;
};

export type SigningPage = {
  /** @param env the server's connection data: a proxy is trusted by its address */
  readonly fetch: (request: Request, env?: object) => Response | Promise<Response>;
  /** Ends the event streams that are open. */
  readonly close: () => void;
};

/** The largest signed transaction in base64 (176 kB) and some room. */
const MAX_BODY_BYTES = 200_000;
/** A name and two addresses, or a token. */
const MAX_LIST_BODY_BYTES = 2_000;
const NOTHING = 'There is nothing at this address.';
const COPY_IT = 'Copy the whole link once more, or ask for a new one where you got it.';
/** How long a view waits for the ledger's word. */
const NETWORK_WORD_MS = 3_000;
type Status = PageView['status']['status'];
/** How often an open page asks the ledger: often once submitted, rarely before, since a wallet may submit it. */
const ASK_LEDGER_EVERY_MS: Partial<Record<Status, number>> = {
  unknown: 5_000,
  accepted: 5_000,
  prepared: 20_000,
  // Another transaction of the account may go first.
  'to-confirm': 20_000,
};
/** How often the view is read again: it may change with time, or with the escrow on the ledger. */
const LOOK_EVERY_MS: Partial<Record<Status, number>> = { ...ASK_LEDGER_EVERY_MS, sending: 5_000, settled: 5_000 };
/** What the store knows of these is shown only with what the ledger says. */
const ASKS_LEDGER_FIRST: readonly Status[] = ['sending', 'unknown', 'accepted', 'settled'];
const PAGE = '/sign/:page{[0-9a-f]{32}}';
const PROOF = '/prove/:proof{[0-9a-f]{32}}';
/** By a request's id, which alone shows nothing of it. */
const OPEN = '/open/:id{[0-9a-f]{32}}';

/** @throws CountersignError SETTING_INVALID where `publicUrl` is no https address */
export function createSigningPage(options: SigningPageOptions): SigningPage {
  const { scanner = createSecretScanner(), onTrouble = () => {}, now = Date.now } = options;
  const { redact } = scanner;
  const desk = async () => (typeof options.desk === 'function' ? await options.desk() : options.desk);
  const publicUrl = options.publicUrl === undefined ? undefined : publicAddress(options.publicUrl);
  const clientOf = clientsBehind(publicUrl === undefined ? undefined : (options.trustedProxies ?? []));
  const limits = createLimits(desk, clientOf, publicUrl !== undefined);
  const streams = createStreamPool();
  const standingOf = createStandings((thrown) => note(thrown));

  const note = (thrown: unknown) => {
    if (!(thrown instanceof CountersignError) || thrown.operatorRemedy !== thrown.remedy) onTrouble(thrown);
  };
  const deskOf = async (c: Context, who = visitorOf): Promise<PageDesk> =>
    (await desk()).page(
      c.req.param('page') ?? '',
      publicUrl === undefined ? undefined : who(c),
      languageIn(c),
      publicUrl === undefined ? [] : await provenWallets(c),
    );
  /** The view, after asking the ledger if that is due. Never calls the service. */
  const look = async (desk: PageDesk, isDue: (status: Status) => boolean, asks = true) => {
    let view = await desk.view();
    const before = view.status.status;
    if (isDue(before)) {
      await desk.refresh({ signal: AbortSignal.timeout(NETWORK_WORD_MS) }).catch(note);
      view = await desk.view();
    }
    const { status, contractId } = view.status;
    // An action of the page may have settled it.
    if (status === 'settled' && contractId !== undefined && (before !== status || !asks)) noteSettled(contractId);
    return pageView(view, now(), await standingOf(desk, view, asks));
  };
  const json = (body: unknown) => JSON.stringify(redactStrings(body, redact));
  const reply = (c: Context, body: unknown) =>
    c.body(json(body), 200, { 'Content-Type': 'application/json; charset=utf-8' });

  const app = new Hono();
  app.use(securityHeaders);
  app.use(guard(publicUrl, redact, isCallback));
  app.use(limits.middleware);
  const tooLarge = (error: CountersignError) => (c: Context) => errorReply(c, error, redact, {}, 413);
  const tooLong = fieldProblem('body', 'LONGER_THAN', { most: MAX_LIST_BODY_BYTES });
  // Anybody may send a link's token, so the body is scanned before the token is checked.
  for (const path of ['/session', '/session/*', '/escrows/*', '/prove/*', '/open/*', '/wallet/*']) {
    const onError = tooLarge(new CountersignError('INPUT_INVALID', { fields: [tooLong] }));
    app.use(path, bodyLimit({ maxSize: MAX_LIST_BODY_BYTES, onError }));
  }
  const onError = tooLarge(new CountersignError('XDR_UNREADABLE', { reason: 'too-large' }));
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError }));
  app.use(withoutSecrets(scanner));

  const server = { desk, publicUrl, now, clientOf, reply };
  const { provenWallets } = addSignIn(app, server);
  const shared = createSharedFiles(desk, note);
  const html = createPageHtml(limits.countView, json, shared.keep);
  app.get('/', async (c) =>
    publicUrl === undefined ? await html(c, 'escrows', 'sign/assets') : c.redirect('wallet/escrows'),
  );
  app.get('/sign/assets/:name', async (c) => {
    const name = c.req.param('name');
    const { files } = await pageAssets();
    // What every version has: its own icon will do.
    const plain = name.replace(/^icon-[0-9a-f]{32}/, 'icon');
    return sendFile(c, files.get(name) ?? (await shared.find(name, () => limits.miss(c))) ?? files.get(plain));
  });
  app.get(PAGE, (c) =>
    html(c, 'sign', 'assets', async () => {
      // A browser that follows a link from another site does not send the cookies by which the page is a visitor's own.
      if (publicUrl !== undefined && !isOwnRequest(c)) return undefined;
      const view = await look(await deskOf(c), () => false, false);
      return ASKS_LEDGER_FIRST.includes(view.status.status) ? undefined : { view, version: versionOf(view) };
    }),
  );
  app.get(`${PAGE}/view`, async (c) => {
    const desk = await deskOf(c);
    return reply(c, await look(desk, (status) => status in ASK_LEDGER_EVERY_MS));
  });
  app.get(`${PAGE}/events`, async (c) => {
    // A stream without a reader would never end.
    if (c.req.method === 'HEAD') return c.body(null, 405, { Allow: 'GET' });
    const desk = await deskOf(c);
    // Without a public address, each page is a client.
    const stream = streams.open(publicUrl === undefined ? c.req.path : clientOf(c));
    if (stream === undefined) throw new CountersignError('RATE_LIMITED', { retryAfterMs: 10_000 });
    let askedAt = 0;
    const isDue = (status: Status) => {
      const due = Date.now() - askedAt >= (ASK_LEDGER_EVERY_MS[status] ?? Number.POSITIVE_INFINITY);
      if (due) askedAt = Date.now();
      return due;
    };
    return sendEvents(c, {
      language: languageIn(c),
      shown: c.req.query('shown'),
      look: () => look(desk, isDue),
      onChange: (see) => desk.onChange(see),
      staleAfterMs,
      redact,
      ended: stream.ended,
      onEnd: stream.close,
    });
  });

  /** An action of the page: answers with the request's new view and what `add` makes of the result. */
  const act = <Result>(
    name: string,
    run: (desk: PageDesk, c: Context) => Promise<Result>,
    add: (result: Result) => object = () => ({}),
  ) =>
    app.post(`${PAGE}/${name}`, async (c) => {
      const desk = await deskOf(c);
      const added = add(await run(desk, c));
      return reply(c, { ...(await look(desk, () => false, false)), ...added });
    });
  app.post(`${PAGE}/opened`, async (c) => {
    await (await deskOf(c)).opened();
    return reply(c, { opened: true });
  });
  act('renew', (desk, c) => desk.renew({ signal: c.req.raw.signal }));
  act('confirm', async (desk, c) =>
    desk.confirm({ amount: await textOf(c, 'amount'), shown: await textOf(c, 'shown') }),
  );
  act('name', async (desk, c) =>
    desk.nameAddress({
      name: await textOf(c, 'name'),
      address: await textOf(c, 'address'),
      unlike: await optionalText(c, 'unlike'),
    }),
  );
  act(
    'next',
    async (desk, c) => desk.prepareNext((await bodyOf(c)) as NextInput, { signal: c.req.raw.signal }),
    ({ page }): Pick<NextReply, 'next'> => ({ next: page }),
  );
  act('decline', async (desk, c) => desk.decline(await textOf(c, 'reason')));
  // A person who closes the page after signing has still signed: these two run to their end.
  act(
    'submit',
    async (desk, c) => desk.submit(await textOf(c, 'signedXdr')),
    (submitted): Pick<SubmitReply, 'submitted'> => ({ submitted }),
  );
  act('ask-again', (desk) => desk.askAgain());
  act('declare-failed', (desk) => desk.declareFailed());
  app.post(`${PAGE}/callback`, (c) => takeFromWallet(c, () => deskOf(c, () => WALLET_VISITOR), redact, note));

  const proofIn = async (c: Context): Promise<ProofView> => {
    return { ...(await (await desk()).walletProof(c.req.param('proof') ?? '')), now: now() };
  };
  app.get(PROOF, (c) => html(c, 'prove', '../sign/assets', async () => ({ view: await proofIn(c) })));
  app.get(`${PROOF}/view`, async (c) => reply(c, await proofIn(c)));
  app.post(`${PROOF}/signature`, async (c) => {
    await (await desk()).proveWallet(c.req.param('proof'), await textOf(c, 'signature'));
    return reply(c, { proven: true } satisfies ProvenReply);
  });
  const openingOf = async (c: Context): Promise<ProofView> => {
    return { ...(await (await desk()).pageProof(c.req.param('id') ?? '', languageIn(c))), now: now() };
  };
  app.get(OPEN, (c) => html(c, 'prove', '../sign/assets', async () => ({ view: await openingOf(c) })));
  app.get(`${OPEN}/view`, async (c) => reply(c, await openingOf(c)));
  app.post(`${OPEN}/signature`, async (c) => {
    const proof = { code: await textOf(c, 'code'), signature: await textOf(c, 'signature') };
    const { page } = await (await desk()).openPage(c.req.param('id'), proof);
    return reply(c, { proven: true, page } satisfies ProvenReply);
  });

  const escrowHtml = (c: Context, read: FirstView) => html(c, 'escrow', '../sign/assets', read);
  const noteSettled = addEscrowPage(app, { ...server, provenWallets, html: escrowHtml });

  // If other machines reach the page, holding a link would prove nothing: a list is for a proven wallet.
  if (publicUrl !== undefined) {
    const listHtml = (c: Context) => html(c, 'wallet', '../sign/assets');
    addWalletList(app, { ...server, provenWallets, html: listHtml });
  } else {
    const problem = (c: Context, thrown: unknown, more?: object) => errorReply(c, thrown, redact, more);
    addListApi(app, { ...server, problem, miss: limits.miss });
  }

  app.notFound((c) =>
    c.req.header('accept') === undefined || isOpenedByPerson(c)
      ? c.html(plainPage('nothing', c.req.path, c.req.header('accept-language')), 404)
      : errorReply(c, new CountersignError('INPUT_INVALID', { message: NOTHING, remedy: COPY_IT }), redact, {}, 404),
  );
  app.onError((thrown, c) => {
    if (!isHangUp(thrown)) note(thrown);
    return errorReply(c, thrown, redact);
  });
  return { fetch: app.fetch, close: streams.end };
}

const VISITOR = 'countersign-visitor';
const VISITOR_DAYS = 30;

/** A visitor of a public page: one per browser. This is not a login; the page's address grants access. */
function visitorOf(c: Context): string {
  const known = getCookie(c, VISITOR);
  if (known !== undefined && /^[0-9a-f]{32}$/.test(known)) return known;
  const visitor = randomBytes(16).toString('hex');
  const maxAge = VISITOR_DAYS * 86_400;
  setCookie(c, VISITOR, visitor, { httpOnly: true, secure: true, sameSite: 'Strict', path: '/sign', maxAge });
  return visitor;
}

function staleAfterMs({ status: { status }, offer: { expiresAt }, now }: PageView): number {
  const lookInMs = LOOK_EVERY_MS[status] ?? Number.POSITIVE_INFINITY;
  return status === 'prepared' && expiresAt >= now ? Math.min(lookInMs, expiresAt - now + 1) : lookInMs;
}

const OPEN_THE_LINK = 'Open the link exactly as you got it.';

/** Refuses requests under another name (DNS rebinding), or from another origin unless `isOpen`. */
function guard(publicUrl: URL | undefined, redact: (text: string) => string, isOpen: (c: Context) => boolean) {
  const refuse = (c: Context, message: string) =>
    errorReply(c, new CountersignError('INPUT_INVALID', { message, remedy: OPEN_THE_LINK }), redact, {}, 403);
  return createMiddleware(async (c, next) => {
    const host = hostOf(c);
    const local = isLoopbackHost(host);
    if (!local && host !== publicUrl?.host) return refuse(c, 'This page does not answer under this name.');
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isOpen(c)) {
      const origin = c.req.header('origin');
      const own = origin !== undefined && (origin === publicUrl?.origin || (local && origin === `http://${host}`));
      if (!own) return refuse(c, 'Only the page itself may ask for this.');
    }
    return next();
  });
}

/** @throws CountersignError INPUT_INVALID, SECRET_REFUSED, from the middleware; answered like every other error */
function withoutSecrets(scanner: SecretScanner) {
  return createMiddleware(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const body = await c.req.text();
    const fields = parsed(body);
    // Otherwise a field may occur twice, and only the last one would be read.
    const isWhole = fields !== undefined && JSON.stringify(fields) === body;
    refuseSecrets({ address: pathname + search, headers: c.req.header() }, scanner);
    // Separate from the headers: joined to the end of one, a credential split into fields would not be found.
    refuseSecrets(isWhole ? fields : { body }, scanner);
    if (fields !== undefined && !isWhole) {
      throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('body', 'NOT_PAGE_JSON')] });
    }
    return next();
  });
}

/** As data, so that a secret that is split over several fields is found. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
