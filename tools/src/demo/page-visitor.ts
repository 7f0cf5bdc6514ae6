/** Does what the signing page does in a browser, over the same HTTP: the demo must run without a browser. */
import { DemoFailure } from './narrator.ts';

/** Loads the page and the view that its script asks for. */
export async function openPage(signUrl: string): Promise<{ unsignedXdr: string }> {
  const page = await fetch(signUrl);
  if (!page.ok || !(await page.text()).includes('<script')) throw new DemoFailure('the signing page did not load');
  const view = (await (await fetch(`${signUrl}/view`)).json()) as { offer?: { unsignedXdr?: string } };
  if (view.offer?.unsignedXdr === undefined) throw new DemoFailure('the signing page has nothing to sign');
  return { unsignedXdr: view.offer.unsignedXdr };
}

export async function deliver(signUrl: string, signedXdr: string): Promise<void> {
  const response = await fetch(`${signUrl}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(signUrl).origin },
    body: JSON.stringify({ signedXdr }),
  });
  if (!response.ok) throw new DemoFailure(`the signing page refused the signature: ${await response.text()}`);
}
