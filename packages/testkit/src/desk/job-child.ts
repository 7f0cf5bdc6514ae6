/** A process with one job, which writes a line each time that it begins it. */
import { openDatabase } from '@countersign/core/internal/platform/postgres/database';
import { keepDoing } from '@countersign/core/internal/workflow/outcome/timers/jobs';
import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { openSqliteStore } from '@countersign/core/internal/workflow/store/sqlite/sqlite-store';

/** `place`: a folder, or the address of a database. `task`: `hang` never ends what it began. */
const [place = '', task, everyMs, leaseMs] = process.argv.slice(2);
const store = place.startsWith('postgres:')
  ? await openPostgresStore(await openDatabase(place), 'sandbox')
  : openSqliteStore(place, 'sandbox');
keepDoing(
  { store },
  {
    name: 'tally',
    everyMs: Number(everyMs),
    run: async () => {
      process.stdout.write('began\n');
      if (task === 'hang') await new Promise(() => {});
    },
  },
  { leaseMs: Number(leaseMs) },
);
process.stdout.write('ready\n');
// The job itself keeps no process alive.
setInterval(() => {}, 60_000);
