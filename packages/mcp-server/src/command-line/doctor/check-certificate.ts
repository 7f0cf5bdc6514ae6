/** Whether the certificate of an https address is valid, and for how long. */
import { certificateAt } from '@countersign/core/platform/certificate';
import { type Finding, note, wrong } from './findings.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

/** @returns nothing where the certificate is good, or there is none to read */
export async function checkCertificate(subject: string, url: string): Promise<Finding | undefined> {
  if (!url.startsWith('https:')) return undefined;
  const found = await certificateAt(url).catch(() => undefined);
  if (found === undefined) return undefined;
  const { expiresAt, problem } = found;
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  if (expiresAt < Date.now()) {
    return wrong(subject, `its certificate expired on ${day}.`, 'Renew it on the server that answers there.');
  }
  if (problem !== undefined) {
    return wrong(
      subject,
      `its certificate is not accepted (${problem}).`,
      'Get one for this name from an authority that browsers know; for an authority of your own, name its file in NODE_EXTRA_CA_CERTS.',
    );
  }
  return expiresAt - Date.now() < SOON_DAYS * DAY_MS
    ? note(subject, `answers; its certificate expires on ${day}. Check that it is renewed.`)
    : undefined;
}
