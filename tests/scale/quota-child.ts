/** One process of many on one quota: asks for more than its share, until it is ended. */
import { openDatabase } from '@countersign/core/internal/platform/postgres/database';
import { withinBudget } from '@countersign/core/internal/service/http/call';
import { postgresSlots } from '@countersign/core/internal/service/quota/postgres-slots';
import { inPlace } from '@countersign/core/internal/service/quota/quota';
import { createSharedQuota } from '@countersign/core/internal/service/quota/shared-quota';

const [databaseUrl = '', serviceUrl = '', allowed = '', holdMs = '', leaseMs = ''] = process.argv.slice(2);
const times = { holdMs: Number(holdMs), leaseMs: Number(leaseMs) };
const most = Number(allowed);

const database = await openDatabase(databaseUrl);
const quota = createSharedQuota(most, postgresSlots(database, 'one key', most, times), () => undefined, times);
const SEND = { priority: 0, needsMs: 0 };
const READ = { priority: 2, needsMs: 0 };

/** One after another; anyone who cannot start in time is refused and begins again. */
async function askForEver(kind: 'send' | 'read', pauseMs: number): Promise<never> {
  for (;;) {
    const since = performance.now();
    const request = async () => {
      const headers = { 'x-waited': String(performance.now() - since) };
      await fetch(`${serviceUrl}/${kind}`, { method: 'POST', headers }).then((reply) => reply.text());
    };
    await withinBudget({}, Date.now, (call) => inPlace(quota, request, kind === 'send' ? SEND : READ, call)).catch(
      () => {},
    );
    await new Promise((resolve) => setTimeout(resolve, pauseMs * Math.random()));
  }
}

void askForEver('send', 2_000);
for (let count = 0; count < 3; count++) void askForEver('read', 50);
