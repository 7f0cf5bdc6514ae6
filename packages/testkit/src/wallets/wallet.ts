/** What the stand-ins of wallets share: the person who holds one, the account and the network it is set to. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Page } from 'playwright-core';

export type Wallet = ReturnType<typeof createWallet>;

export const createWallet = (network: string, account = 'client') => ({
  /** Name of the demo account that is selected in it. */
  account,
  /** Passphrase of the network that it is on. */
  network,
  /** What its person does when it wants to sign; `locked`: it cannot be opened. */
  answer: 'sign' as 'sign' | 'decline' | 'nothing' | 'change' | 'locked',
  asked: [] as string[],
  /** The transactions that it got to sign. */
  given: [] as string[],
});

export const addressOf = ({ account }: Wallet): string => sandboxKeypair(account).publicKey();

/** Signs as its person does: what it was given, or the same with another fee. */
export function signedAs({ account, answer, network }: Omit<Wallet, 'asked' | 'given'>, xdr: string): string {
  const transaction = TransactionBuilder.fromXDR(xdr, network) as Transaction;
  const signed =
    answer === 'change'
      ? TransactionBuilder.cloneFrom(transaction, { fee: String(Number(transaction.fee) + 100) }).build()
      : transaction;
  signed.sign(sandboxKeypair(account));
  return signed.toXDR();
}

/** The same, which it remembers. */
export function signedBy(wallet: Wallet, xdr: string): string {
  wallet.given.push(xdr);
  return signedAs(wallet, xdr);
}

/** Signs a text by SEP-53 as its person does: what it was given, or another one. */
export function signedTextBy(wallet: Pick<Wallet, 'account' | 'answer'>, message: string): string {
  const text = wallet.answer === 'change' ? `${message}!` : message;
  return Buffer.from(sandboxKeypair(wallet.account).sign(messageHash(text))).toString('base64');
}

/** What a method of an injected object does: gives something back, throws it, or never answers. */
export type Outcome = { readonly gives: unknown } | { readonly throws: unknown } | undefined;

/**
 * Puts an object with methods into the page, as an extension's script does; each asks `answer`.
 * @param path where it is in the window
 */
export async function inject(
  page: Page,
  path: string,
  methods: readonly string[],
  answer: (method: string, args: readonly never[]) => Outcome,
): Promise<void> {
  const name = `standInAt_${path.replace('.', '_')}`;
  await page.exposeFunction(name, (method: string, args: never[]) => answer(method, args) ?? null);
  const [first = '', second] = path.split('.');
  await page.addInitScript(`{
    const methods = Object.fromEntries(${JSON.stringify(methods)}.map((method) => [method, async (...args) => {
      const outcome = await window[${JSON.stringify(name)}](method, args);
      if (outcome === null) return new Promise(() => {});
      if ('throws' in outcome) throw outcome.throws;
      return outcome.gives;
    }]));
    window[${JSON.stringify(first)}] = ${second === undefined ? 'methods' : `{ ${second}: methods }`};
  }`);
}

/**
 * Answers the messages that a wallet's package posts to the window, as the content script of its extension does.
 * @param name in the messages' source; the misspelt `messagedId` is the extensions' own
 */
export async function answerPosts<Message>(
  page: Page,
  name: 'FREIGHTER' | 'LOBSTR',
  respond: (message: Message) => object | null | Promise<object | null>,
): Promise<void> {
  await page.exposeFunction(`standInFor_${name}`, respond);
  await page.addInitScript(`addEventListener('message', async (event) => {
    if (event.source !== window || event.data?.source !== '${name}_EXTERNAL_MSG_REQUEST') return;
    const response = await window.standInFor_${name}(event.data);
    if (response === null) return;
    window.postMessage(
      { source: '${name}_EXTERNAL_MSG_RESPONSE', messagedId: event.data.messageId, ...response },
      window.location.origin,
    );
  });`);
}

/** What the window does: it tells its opener something, or goes. */
export type Act = { readonly tells: unknown } | 'close';

/**
 * @param host of the wallet, whose pages come from here from now on
 * @param answer to what the window's opener tells it, or to its opening (nothing, and the query of its address)
 */
export async function serveWindow(
  page: Page,
  host: string,
  answer: (message: unknown, query: string) => readonly Act[],
): Promise<void> {
  const name = `standInAt_${host.replaceAll('.', '_')}`;
  await page.context().exposeFunction(name, answer);
  await page.context().route(`https://${host}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>${host}</title><link rel="icon" href="data:,"><script>
        const act = async (message) => {
          for (const each of await window[${JSON.stringify(name)}](message, location.search)) {
            if (each === 'close') close();
            else opener.postMessage(each.tells, '*');
          }
        };
        addEventListener('message', ({ data }) => act(data));
        act(null);
      </script>`,
    }),
  );
}
