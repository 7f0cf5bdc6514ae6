/** Everything of core that reads what strangers write. */
import { replyTarget } from './reply-target.ts';
import { requestTarget } from './request-target.ts';
import { secretTarget } from './secret-target.ts';
import type { AnyTarget } from './target.ts';
import { textTarget } from './text-target.ts';
import { xdrTarget } from './xdr-target.ts';

export const CORE_TARGETS: readonly AnyTarget[] = [xdrTarget, requestTarget, replyTarget, textTarget, secretTarget];
