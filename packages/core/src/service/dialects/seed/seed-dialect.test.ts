import { type DialectSamples, describeDialect } from '@countersign/testkit/specifications/dialect';
import { sandboxDialect, seedDialect } from './seed-dialect.ts';

const SAMPLES: DialectSamples = {
  deployed: (unsignedTransaction) => ({ status: 'SUCCESS', unsignedTransaction }),
  settled: { status: 'SUCCESS', message: 'Sent' },
  balances: (entries) => entries,
  unknownPath: { statusCode: 404, message: 'Cannot GET /elsewhere', error: 'Not Found' },
};

describeDialect('of the seed', seedDialect, SAMPLES);
describeDialect('of the seed, as the sandbox speaks it', sandboxDialect, SAMPLES);
