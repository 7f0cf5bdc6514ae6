import { describeQuota } from '@countersign/testkit/specifications/quota';
import { createBottleneckQuota } from './bottleneck-quota.ts';

describeQuota('one process', createBottleneckQuota);
