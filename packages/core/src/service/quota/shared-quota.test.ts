import { slotsInMemory } from '@countersign/testkit/service/slots-in-memory';
import { describeQuota } from '@countersign/testkit/specifications/quota';
import { createSharedQuota } from './shared-quota.ts';

describeQuota('several processes', (most) => createSharedQuota(most, slotsInMemory(most)));
