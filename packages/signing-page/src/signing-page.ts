/** The signing page's HTTP surface, as one fetch-style handler that an adapter serves or mounts. */
import type { Desk, PersonalDesk } from '@countersign/core/desk';
import { CountersignError } from '@countersign/core/errors';
import { createSecretScanner, redactStrings, type SecretScanner } from '@countersign/core/secrets';
import { createRateLimit, type RateLimit } from '@countersign/local-http';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type PageFile, pageAssets } from './assets/page-assets.ts';
import { errorReply } from './error-reply.ts';
import { sendEvents } from './events.ts';
import { guard } from './guards.ts';
import { securityHeaders } from './headers.ts';
import { pageView, type SubmitReply } from './page-view.ts';
import { plainPage } from './plain-pages.ts';
import { publicAddress } from './public-address.ts';
import { withoutSecrets } from './without-secrets.ts';

export type SigningPageOptions = {
  /** The desk, or how to get it: asked for with every request, so that it may open late. */
  readonly desk: Desk | (() => Desk | Promise<Desk>);
  /** Public https address behind a proxy; absent: loopback alone. */
  readonly publicUrl?: string;
  /** Stands before every request and every answer; default: one that knows no credentials. */
  readonly scanner?: SecretScanner;
  /** Told about errors that are nobody's but ours, and about those that the operator can do something about. */
  readonly onTrouble?: (thrown: unknown) => void;
  /** Epoch milliseconds; the desk's clock. */
  readonly now?: () => number;
};

export type SigningPage = {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Ends the event streams that are open. */
  readonly close: () => void;
};

/** The largest signed transaction in base64 (176 kB) and some room. */
const MAX_BODY_BYTES = 200_000;
/** What one open page may ask in a minute: reading is cheap, acting may cost a call to the service. */
const READS_A_MINUTE = 240;
const ACTS_A_MINUTE = 20;
/** Of the page's own files, over all: they are the same for everybody. */
const FILES_A_MINUTE = 1_200;
const MAX_STREAMS = 100;
/** How long a view waits for the network's word on an unknown outcome. */
const NETWORK_WORD_MS = 3_000;
/** How often an open stream asks the network for that word. */
const ASK_NETWORK_EVERY_MS = 5_000;
const PAGE = '/sign/:page{[0-9a-f]{32}}';

/** @throws CountersignError SETTING_INVALID where `publicUrl` is no https address */
export function createSigningPage(options: SigningPageOptions): SigningPage {
  const { scanner = createSecretScanner(), onTrouble = () => {}, now = Date.now } = options;
  const { redact } = scanner;
  const desk = async () => (typeof options.desk === 'function' ? await options.desk() : options.desk);
  const publicUrl = options.publicUrl === undefined ? undefined : publicAddress(options.publicUrl);
  const reads = createRateLimit(READS_A_MINUTE, Date.now);
  const acts = createRateLimit(ACTS_A_MINUTE, Date.now);
  const files = createRateLimit(FILES_A_MINUTE, Date.now);
  const ended = new AbortController();
  let streams = 0;

  const note = (thrown: unknown) => {
    if (!(thrown instanceof CountersignError) || thrown.operatorRemedy !== thrown.remedy) onTrouble(thrown);
  };
  const limit = (limiter: RateLimit, key: string) => {
    const retryAfterMs = limiter.take(key);
    if (retryAfterMs > 0) throw new CountersignError('RATE_LIMITED', { retryAfterMs });
  };
  /** The handle of a page, within that page’s limit. Ids that open no page share one limit. */
  const handleOf = async (page: string, limiter: RateLimit) => {
    const open = await desk();
    try {
      const { id } = await open.signingView(page);
      limit(limiter, page);
      return { open, id };
    } catch (thrown) {
      if (thrown instanceof CountersignError && thrown.code === 'HANDLE_NOT_FOUND') limit(limiter, 'unknown');
      throw thrown;
    }
  };
  /** The view, after the network was asked where the outcome is unknown. Never a call to the service. */
  const look = async (page: string, askNetwork: boolean) => {
    const open = await desk();
    const view = await open.signingView(page);
    if (!askNetwork || view.status.status !== 'unknown') return pageView(view, now());
    await open.status(view.id, { signal: AbortSignal.timeout(NETWORK_WORD_MS) }).catch(note);
    return pageView(await open.signingView(page), now());
  };
  const reply = (c: Context, body: unknown) =>
    c.body(JSON.stringify(redactStrings(body, redact)), 200, { 'Content-Type': 'application/json; charset=utf-8' });

  const app = new Hono();
  app.use(securityHeaders);
  app.use(guard(publicUrl));
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => errorReply(c, new CountersignError('XDR_UNREADABLE', { reason: 'too-large' }), redact, 413),
    }),
  );
  app.use(withoutSecrets(scanner));

  app.get('/', (c) => {
    limit(files, 'files');
    return c.html(plainPage('root', c.req.path, c.req.header('accept-language')));
  });
  app.get('/sign/assets/:name', async (c) => {
    limit(files, 'files');
    return file(c, (await pageAssets()).files.get(c.req.param('name')));
  });
  app.get(PAGE, async (c) => {
    limit(files, 'files');
    return file(c, (await pageAssets()).html);
  });
  app.get(`${PAGE}/view`, async (c) => {
    const page = c.req.param('page');
    await handleOf(page, reads);
    return reply(c, await look(page, true));
  });
  app.get(`${PAGE}/events`, async (c) => {
    // A stream that nobody reads would never end.
    if (c.req.method === 'HEAD') return c.body(null, 405, { Allow: 'GET' });
    const page = c.req.param('page');
    await handleOf(page, reads);
    if (streams >= MAX_STREAMS) throw new CountersignError('RATE_LIMITED', { retryAfterMs: 10_000 });
    streams += 1;
    let askedAt = 0;
    return sendEvents(c, {
      look: () => {
        const due = Date.now() - askedAt >= ASK_NETWORK_EVERY_MS;
        if (due) askedAt = Date.now();
        return look(page, due);
      },
      redact,
      ended: ended.signal,
      onEnd: () => {
        streams -= 1;
      },
    });
  });

  /** What a page may do: each ends in the handle's new view, with what `add` makes of the result. */
  const act = <Result>(
    name: string,
    run: (desk: PersonalDesk, id: string, c: Context) => Promise<Result>,
    add: (result: Result) => object = () => ({}),
  ) =>
    app.post(`${PAGE}/${name}`, async (c) => {
      const page = c.req.param('page');
      const { open, id } = await handleOf(page, acts);
      // Whoever has this page's address need not be the one who prepared any other escrow.
      const desk = open.for((handle) => (handle === id ? 'own' : 'others'));
      const added = add(await run(desk, id, c));
      return reply(c, { ...(await look(page, false)), ...added });
    });
  act('renew', (open, id, c) => open.prepare('deploy', { id }, { signal: c.req.raw.signal }));
  // Whoever closes the page after signing has signed: these two run to their end.
  act(
    'submit',
    async (open, id, c) => open.submit({ signedXdr: await signedXdrOf(c), id }),
    (submitted): Pick<SubmitReply, 'submitted'> => ({ submitted }),
  );
  act('ask-again', (open, id) => open.submit({ id }));
  act('declare-failed', (open, id) => open.declareFailed(id));

  app.notFound((c) => c.html(plainPage('nothing', c.req.path, c.req.header('accept-language')), 404));
  app.onError((thrown, c) => {
    note(thrown);
    return errorReply(c, thrown, redact);
  });
  return { fetch: app.fetch, close: () => ended.abort() };
}

function file(c: Context, found: PageFile | undefined): Response | Promise<Response> {
  if (found === undefined) return c.notFound();
  const zipped = (c.req.header('accept-encoding') ?? '').includes('gzip');
  const headers = { 'Content-Type': found.type, Vary: 'Accept-Encoding' };
  return zipped
    ? c.body(found.gzip, 200, { ...headers, 'Content-Encoding': 'gzip' })
    : c.body(found.text, 200, headers);
}

async function signedXdrOf(c: Context): Promise<string> {
  const body: unknown = await c.req.json().catch(() => undefined);
  const signedXdr = typeof body === 'object' && body !== null && 'signedXdr' in body ? body.signedXdr : undefined;
  if (typeof signedXdr === 'string') return signedXdr;
  throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'signedXdr', problem: 'is missing' }] });
}
