/** A browser without a window: signs in on a page as a demo account, and keeps its cookies. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import type { DemoAccountName } from '@countersign/escrow-service';
import type { SigningPage } from '@countersign/signing-page';

type Answer = { readonly status: number; readonly body: Record<string, never>; readonly cookies: readonly string[] };

export function browserOf(page: SigningPage, origin: string, more: Readonly<Record<string, string>> = {}) {
  const jar = new Map<string, string>();
  const ask = async (path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { origin, 'content-type': 'application/json', accept: '*/*', cookie, ...more, ...headers };
    const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await page.fetch(new Request(`${origin}${path}`, { headers: sent, ...posted }));
    const cookies = answer.headers.getSetCookie();
    for (const set of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    return { status: answer.status, body: (await answer.json()) as never, cookies };
  };
  const signIn = async (account: DemoAccountName): Promise<Answer> => {
    const key = sandboxKeypair(account);
    const address = key.publicKey();
    const { id, text } = (await ask('/wallet/text', { address })).body as { id?: string; text?: string };
    const signature = Buffer.from(key.sign(messageHash(String(text)))).toString('base64');
    return await ask('/wallet/proof', { id, address, signature });
  };
  return { ask, signIn };
}
