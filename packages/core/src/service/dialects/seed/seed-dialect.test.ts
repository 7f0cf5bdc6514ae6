import { describeDialect } from '@countersign/testkit/specifications/dialect';
import { seedDialect } from './seed-dialect.ts';

describeDialect('of the seed', seedDialect, {
  deployed: (unsignedTransaction) => ({ status: 'SUCCESS', unsignedTransaction }),
  settled: { status: 'SUCCESS', message: 'Sent' },
  balances: (entries) => entries,
  unknownPath: { statusCode: 404, message: 'Cannot GET /elsewhere', error: 'Not Found' },
});
