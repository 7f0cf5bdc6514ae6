/** The parts of the record that need a browser or PostgreSQL. */
import { hasBrowser } from '@countersign/testkit/page/browser';
import { postgresPrograms } from '@countersign/testkit/postgres/cluster';
import { testRecord } from './as-recorded.ts';
import { onPage } from './page-life.ts';
import { postgresSchema } from './schemas.ts';

const postgres = postgresPrograms();
testRecord('A whole life on the page is', onPage, hasBrowser);
testRecord('The tables of PostgreSQL are', () => postgresSchema(postgres as string), postgres !== undefined);
