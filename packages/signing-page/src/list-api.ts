/** The API of the list of a person's escrows: nothing of it is answered without a session, which a link opens once. */
import type { BookEntry } from '@countersign/core/address-book';
import { CountersignError } from '@countersign/core/errors';
import type { Language } from '@countersign/core/words';
import { problemText } from '@countersign/core/words/problems';
import type { Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type * as views from './escrows-view.ts';
import { isOwnRequest, languageIn, optionalText, type PageServer, textOf } from './http.ts';

type ListApiOptions = Pick<PageServer, 'desk' | 'now' | 'reply'> & {
  readonly problem: (c: Context, thrown: unknown, more?: object) => Response;
  readonly miss: (c: Context) => void;
};

const CONTRACT = /^C[A-Z2-7]{55}$/;

export function addListApi(app: Hono, { desk, now, reply, problem, miss }: ListApiOptions): void {
  const opened = async (c: Context) => {
    const served = await desk();
    return { network: served.network.name, list: await served.list(sessionOf(c), languageIn(c)) };
  };
  const listedFor = async (c: Context): Promise<views.EscrowList> => {
    const { network, list } = await opened(c);
    const { escrows, ...rest } = await list.escrows(askedOf(c), { signal: c.req.raw.signal });
    return { network, now: now(), ...rest, escrows: escrows.map(withPage) };
  };
  const contactsFor = async (c: Context): Promise<views.ContactList> => {
    const contacts = await (await opened(c)).list.contacts.list();
    return { contacts: contacts.map((contact) => shownContact(contact, languageIn(c))), now: now() };
  };

  app.post('/session', async (c) => {
    const token = await textOf(c, 'token');
    const { session, endsAt } = await (await desk()).useListLink(token).catch((thrown: unknown) => {
      miss(c);
      throw thrown;
    });
    const maxAge = Math.max(Math.ceil((endsAt - now()) / 1_000), 0);
    setCookie(c, cookieOf(c), session, { httpOnly: true, sameSite: 'Strict', path: '/', maxAge });
    return reply(c, { endsAt, now: now() } satisfies views.SessionReply);
  });
  app.post('/session/end', async (c) => {
    await (await desk()).endListSession(sessionOf(c));
    deleteCookie(c, cookieOf(c), { path: '/' });
    return reply(c, {});
  });
  app.get('/escrows/list', async (c) => reply(c, await listedFor(c)));
  app.get('/escrows.csv', async (c) =>
    c.body(escrowsCsv((await listedFor(c)).escrows), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="escrows.csv"',
    }),
  );
  app.get('/escrows/contacts', async (c) => reply(c, await contactsFor(c)));
  app.post('/escrows/contacts', async (c) => {
    const { contacts } = (await opened(c)).list;
    const [name, address] = [await textOf(c, 'name'), await textOf(c, 'address')];
    const [instead, unlike] = [await optionalText(c, 'instead'), await optionalText(c, 'unlike')];
    try {
      await contacts.set({ name, address, instead, unlike });
    } catch (thrown) {
      if (!isConflict(thrown)) throw thrown;
      const contact = await contacts.find(name);
      const alike = await contacts.lookAlike(address);
      return problem(c, thrown, {
        ...(contact === undefined || contact.address === address
          ? {}
          : {
              standing: { name: contact.name, address: contact.address, removed: contact.removedAt !== undefined },
            }),
        ...(alike === undefined ? {} : { alike }),
      } satisfies views.ContactConflict);
    }
    return reply(c, await contactsFor(c));
  });
  app.post('/escrows/contacts/remove', async (c) => {
    await (await opened(c)).list.contacts.remove(await textOf(c, 'name'));
    return reply(c, await contactsFor(c));
  });
  app.get('/escrows/:reference', async (c) => {
    const { list } = await opened(c);
    const reference = c.req.param('reference');
    const target = CONTRACT.test(reference) ? { contractId: reference } : { id: reference };
    const details = await list.details(target, { signal: c.req.raw.signal });
    return reply(c, { ...details, happened: details.happened.map(withPage), now: now() } satisfies views.EscrowDetails);
  });
}

/** Always present: the limits refuse requests without one. */
const sessionOf = (c: Context): string => listSession(c) ?? '';

function askedOf(c: Context): Readonly<Record<string, string>> {
  const parameters = ['query', 'status', 'since'].map((name) => [name, c.req.query(name) ?? ''] as const);
  return Object.fromEntries(parameters.filter(([, value]) => value !== ''));
}

/** With the address of its page, from the root of the pages, in place of the page's id. */
export function withPage<View extends { readonly pageId?: string }>({ pageId, ...view }: View) {
  return { ...view, ...(pageId === undefined ? {} : { page: `sign/${pageId}` }) };
}

function shownContact(
  { name, address, setAt, setBy, before, toRename }: BookEntry,
  language: Language,
): views.ListedContact {
  return {
    ...{ name, address, setAt, setBy },
    ...(before === undefined ? {} : { before }),
    ...(toRename === undefined ? {} : { toRename: problemText(toRename, language) }),
  };
}

const isConflict = (thrown: unknown): boolean =>
  thrown instanceof CountersignError && thrown.code === 'CONFIRMATION_NEEDED';

const COLUMNS = [
  ...(['title', 'group', 'status', 'state', 'total', 'needed'] as const),
  ...(['held', 'asset', 'contractId', 'signer', 'preparedAt', 'id'] as const),
] as const satisfies readonly (keyof views.ListedEscrow)[];

/** The list as a table for a spreadsheet: RFC 4180, with a mark of UTF-8 since some would take it for another encoding. */
export function escrowsCsv(escrows: readonly views.ListedEscrow[]): string {
  const rows = escrows.map((escrow) => {
    const state = escrow.setAside ? { state: 'set aside' } : {};
    return COLUMNS.map((column) => cell({ ...escrow, ...state }[column] ?? ''));
  });
  return `\ufeff${[COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
}

/**
 * Marks a text that a spreadsheet would take for a formula with an apostrophe. In locales with decimal commas,
 * semicolons separate cells; a quoted cell stays whole there as well.
 */
function cell(text: string): string {
  const plain = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Browsers send the cookies of one port to every other, so that two lists on one machine need two names. */
const cookieOf = (c: Context): string => `countersign-list-${new URL(c.req.url).port}`;

/** Nothing if there is none, or if the request comes from another page. */
export function listSession(c: Context): string | undefined {
  return isOwnRequest(c) ? getCookie(c, cookieOf(c)) : undefined;
}
