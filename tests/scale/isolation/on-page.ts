/** The signing page and the list, over bare requests: with the links that a tenant was given, and with made-up ones. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { signAs } from '@countersign/testkit/mcp/request';
import { type Handle, lastOf, newMark, type Output, type Step, type Tenant, withOwn, withTheirs } from './tenant.ts';

/** Where a tenant's page is. */
export type PagePlace = {
  readonly port: number;
  readonly host: string;
  readonly origin: string;
  /** Asks for a link to the list; absent where there is none. */
  readonly openList?: () => Promise<string | undefined>;
};

type Self = Pick<Tenant, 'secrets' | 'handles' | 'marks'>;

const EVENTS_MS = 60;

export function stepsOnPage(self: Self, place: PagePlace): Pick<Tenant, 'own' | 'across'> {
  const headers = { host: place.host, 'accept-language': 'en' };
  const get = async (path: string, cookie?: string): Promise<Output> => {
    const more = cookie === undefined ? {} : { cookie };
    const {
      status,
      headers: received,
      body,
    } = await bareRequest(place.port, path, { headers: { ...headers, ...more } });
    return { raw: `${status} ${JSON.stringify(received)} ${body}` };
  };
  const post = async (path: string, body: object, cookie?: string): Promise<Output> => {
    const more = { 'content-type': 'application/json', origin: place.origin, ...(cookie && { cookie }) };
    const options = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
    const reply = await bareRequest(place.port, path, options);
    return { raw: `${reply.status} ${JSON.stringify(reply.headers)} ${reply.body}` };
  };
  const events = (path: string): Promise<Output> =>
    new Promise((resolve) => {
      let raw = '';
      const asked = request({ host: '127.0.0.1', port: place.port, path, headers, agent: false }, (response) => {
        raw += `${response.statusCode} ${JSON.stringify(response.headers)} `;
        response.on('data', (chunk: Buffer) => {
          raw += chunk;
        });
        response.on('error', () => {});
      });
      asked.on('error', () => {}).end();
      setTimeout(() => {
        asked.destroy();
        resolve({ raw });
      }, EVENTS_MS);
    });

  const own = (run: Parameters<typeof withOwn>[1]) => withOwn(self, run);
  const act = (name: string, body: (handle: Handle) => object = () => ({})) =>
    own((handle) => post(`/sign/${handle.page}/${name}`, body(handle)));

  let session: string | undefined;
  let linkToken: string | undefined;
  const opened = async (): Promise<Output | undefined> => {
    const link = await place.openList?.();
    if (link === undefined) return undefined;
    linkToken = link.split('#').at(-1);
    const output = await post('/session', { token: linkToken });
    const [, cookie] = /"set-cookie":\["([^;"]+)/.exec(output.raw) ?? [];
    session = cookie ?? session;
    return output;
  };
  const listed =
    (run: (cookie: string, about: Parameters<Step>[0]) => Promise<Output | undefined>): Step =>
    async (about) =>
      session === undefined ? await opened() : await run(session, about);
  const contact = SANDBOX_ACCOUNTS[1]?.address as string;
  const list = place.openList !== undefined;
  const guess = (text: string) => createHash('md5').update(text).digest('hex');

  return {
    own: {
      'open the page': own((handle) => get(`/sign/${handle.page}`)),
      'read the page': own((handle) => get(`/sign/${handle.page}/view`)),
      'hear the page': own((handle) => events(`/sign/${handle.page}/events`)),
      'mark the page as opened': act('opened'),
      'renew on the page': act('renew'),
      'name an address on the page': act('name', () => ({
        name: newMark(self, 'a name in the address book'),
        address: contact,
      })),
      'decline on the page': act('decline', () => ({ reason: newMark(self, 'a reason') })),
      'confirm on the page': act('confirm', () => ({ amount: '30.5', shown: '30.5' })),
      'go on from the page': act('next', () => ({ action: 'fund' })),
      'sign on the page': own(async (handle) => {
        const signedXdr = signAs('client', handle.unsignedXdr, handle.transactionHash);
        const output = await post(`/sign/${handle.page}/submit`, { signedXdr });
        if (/"status":"settled"/.test(output.raw)) handle.deal.isOnLedger = true;
        return output;
      }),
      ...(list && {
        'open the list': () => opened(),
        'read the list': listed((cookie) => get('/escrows/list', cookie)),
        'take the list along': listed((cookie) => get('/escrows.csv', cookie)),
        'read the address book': listed((cookie) => get('/escrows/contacts', cookie)),
        'name somebody': listed((cookie) =>
          post('/escrows/contacts', { name: newMark(self, 'a name in the address book'), address: contact }, cookie),
        ),
        'read an escrow of the list': listed(async (cookie, { random }) => {
          const handle = lastOf(self.handles, random);
          return handle && { ...(await get(`/escrows/${handle.id}`, cookie)), deal: handle.deal };
        }),
      }),
    },
    across: {
      'their handle as a page': withTheirs((handle) => get(`/sign/${handle.id}/view`)),
      'their hash as a page': withTheirs((handle) => get(`/sign/${handle.transactionHash.slice(0, 32)}/view`)),
      'their handle as a stream': withTheirs((handle) => events(`/sign/${handle.id}/events`)),
      'their page as a proof': withTheirs((handle) => get(`/prove/${handle.page}/view`)),
      'their handle as a proof': withTheirs((handle) => post(`/prove/${handle.id}/signature`, { signature: 'AAAA' })),
      'a page guessed from theirs': withTheirs((handle) => get(`/sign/${guess(handle.page)}/view`)),
      'their transaction on my page': async ({ other, random }) => {
        const [handle, theirs] = [lastOf(self.handles, random), lastOf(other.handles, random)];
        if (handle === undefined || theirs === undefined) return undefined;
        const signedXdr = signAs('client', theirs.unsignedXdr, theirs.transactionHash);
        return { ...(await post(`/sign/${handle.page}/submit`, { signedXdr })), allowed: { holds: theirs.deal } };
      },
      ...(list && {
        'their handle in my list': listed(withSession((handle) => `/escrows/${handle.id}`)),
        'their page in my list': listed(withSession((handle) => `/escrows/${handle.page}`)),
        'my list, for their words': listed((cookie, { other, random }) =>
          get(`/escrows/list?query=${other.marks.length > 0 ? random.pick(other.marks) : 'x'}`, cookie),
        ),
        'their page as a session': withTheirs((handle) =>
          get('/escrows/list', `countersign-list-${place.port}=${handle.page}`),
        ),
        'a token of before as a link': async () =>
          linkToken === undefined ? undefined : await post('/session', { token: linkToken }),
        'their escrow’s address in my list': listed(async (cookie, { other, random }) => {
          const handle = lastOf(other.handles, random);
          return (
            handle && {
              ...(await get(`/escrows/${handle.contractId}`, cookie)),
              allowed: { ledger: true, given: [handle.contractId] },
              isPublic: true,
            }
          );
        }),
      }),
    },
  };

  function withSession(path: (handle: Handle) => string) {
    return async (cookie: string, { other, random }: Parameters<Step>[0]): Promise<Output | undefined> => {
      const handle = lastOf(other.handles, random);
      return handle && (await get(path(handle), cookie));
    };
  }
}
