/** A desk whose quota is so high that nothing waits for it. */
import { createDesk, createEscrowClient, createSecretScanner, type Desk } from '@countersign/core';
import type { DeskParts } from '@countersign/core/internal/workflow/create-desk';
import { NETWORKS } from '@countersign/core/network';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { policy } from '@countersign/testkit/desk/test-desk';

type Service = Omit<Parameters<typeof createEscrowClient>[0], 'accessToken' | 'apiKey' | 'requestsPerMinute'>;

/** The highest quota that the settings accept. */
const REQUESTS_PER_MINUTE = 100_000;

export function openBenchDesk(service: Service, parts: Pick<DeskParts, 'store' | 'ledger'>): Desk {
  return createDesk({
    service: createEscrowClient({ ...SANDBOX_CREDENTIALS, requestsPerMinute: REQUESTS_PER_MINUTE, ...service }),
    network: NETWORKS.sandbox,
    policy,
    scanner: createSecretScanner(),
    now: Date.now,
    ...parts,
  });
}
