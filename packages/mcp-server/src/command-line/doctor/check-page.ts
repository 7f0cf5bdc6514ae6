/** The signing page: whether its public address leads to it. */
import type { Settings } from '@countersign/core/settings';
import { withoutTrailing } from '@countersign/core/text';
import { findPageHolder } from '@countersign/signing-page';
import { type Finding, note, ok, skipped, wrong } from './finding.ts';

const ANSWER_TIMEOUT_MS = 10_000;

export async function checkPage(settings: Settings): Promise<Finding[]> {
  if (settings.readOnly) return [skipped('signing page', 'nothing is signed in a read-only installation')];
  // An unusable data folder is reported separately.
  const found = await findPageHolder(settings).catch(() => undefined);
  return [await reach(settings, found?.port), ...port(settings, found?.holder)];
}

async function reach({ publicUrl, pagePort }: Settings, servedPort = pagePort): Promise<Finding> {
  const address = publicUrl ?? `http://127.0.0.1:${servedPort}`;
  const answer = await answerOf(address);
  if (answer === 'ours') return ok('signing page', `answers at ${address}`);
  if (publicUrl === undefined) {
    return answer === 'nobody'
      ? ok('signing page', `its port ${pagePort} is free; the page starts with the MCP server`)
      : note('signing page', `its port ${pagePort} is taken by another program, so it takes a free one.`);
  }
  return answer === 'nobody'
    ? wrong(
        'signing page',
        `nothing answers at ${address}.`,
        `Start what serves it, then check the proxy to port ${pagePort}.`,
      )
    : wrong(
        'signing page',
        `something else answers at ${address}.`,
        `Let the proxy lead to port ${pagePort} of this machine.`,
      );
}

/** The proxy would send our users to a stranger on the page's port, so nothing of ours starts while it is taken. */
function port({ publicUrl, pagePort }: Settings, holder: string | undefined): Finding[] {
  if (publicUrl === undefined) return [];
  if (holder !== 'another') return [];
  return [
    wrong(
      'COUNTERSIGN_PAGE_PORT',
      `port ${pagePort} is held by another program, or a Countersign with other settings, so nothing starts.`,
      'Stop that one, or choose a free port and let the proxy lead there.',
    ),
  ];
}

/** The page answers an unknown id with its own words and its own security policy. */
async function answerOf(address: string): Promise<'ours' | 'another' | 'nobody'> {
  try {
    const response = await fetch(`${withoutTrailing(address, '/')}/sign/${'0'.repeat(32)}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    await response.body?.cancel();
    const policy = response.headers.get('content-security-policy') ?? '';
    return policy.includes("trusted-types 'none'") ? 'ours' : 'another';
  } catch {
    return 'nobody';
  }
}
