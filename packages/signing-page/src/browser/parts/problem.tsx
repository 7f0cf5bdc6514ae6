/** An error in core's one shape, as a person reads it: the one alert, brought into view. */
import type { CountersignError, ErrorCode, ErrorName } from '@countersign/core/errors';
import { ERROR_CATALOGUE, errorName } from '@countersign/core/errors';
import { quoted } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import { type BlockingWarning, naming } from '@countersign/core/words';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import { core, type PageWords, words } from '../words/words.ts';
import { Alert, Bullets, LookAlike } from './elements.tsx';

/** Errors after which the signature stays valid, once the operator, or the person, has changed something. */
export const HOLDING_ERRORS: readonly ErrorCode[] = [
  'FEE_NOT_COVERED',
  'READ_ONLY',
  'RPC_REFUSED',
  'SANDBOX_MISMATCH',
  'SERVICE_REDIRECTED',
  'SERVICE_REPLY_UNREADABLE',
  'SERVICE_UNAUTHORIZED',
  'STORE_UNUSABLE',
];

/** Where core’s remedy names what a page does not have. */
const REMEDIES: Partial<Record<ErrorName, keyof PageWords['remedies']>> = {
  TRANSACTION_EXPIRED: 'again',
  TRANSACTION_DISPLACED: 'displaced',
  HANDLE_NOT_FOUND: 'notFound',
  'XDR_UNREADABLE (truncated)': 'truncated',
  'XDR_UNREADABLE (damaged)': 'damaged',
  'XDR_UNREADABLE (id)': 'paste',
  'XDR_UNREADABLE (link)': 'paste',
  OUTCOME_UNKNOWN: 'wait',
};

export function remedyOf(error: CountersignError): string {
  const isUsual = error.reason !== undefined || error.remedy === ERROR_CATALOGUE[error.code].remedy;
  const own = isUsual ? REMEDIES[errorName(error)] : undefined;
  return own === undefined ? core.errorWords(error).remedy : words().remedies[own];
}

/** Whose words the detail holds, where they are not the service's. */
const SAID_BY: Partial<Record<ErrorCode, keyof PageWords['page']['saidBy']>> = {
  DECLINED: 'reason',
  TRANSACTION_PARTLY_VERIFIED: 'why',
  RPC_BUSY: 'stellar',
  RPC_REFUSED: 'stellar',
  TRIAL_REFUSED: 'stellar',
  NETWORK_REFUSED: 'stellar',
};

export function Problem({ error }: { readonly error: CountersignError | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [error]);
  if (error === undefined) return null;
  const { code, fields = [], differences = [], detail } = error;
  const { field, saidBy } = words().page;
  const lines = [
    ...fields.map(({ path, problem }) => `${core.fieldText(path)} ${problem}`),
    ...differences
      .map(core.differenceText)
      .map(({ field: name, asked, found }) => format(field, { name: core.fieldText(name), asked, found })),
  ];
  return (
    <div ref={box}>
      <Alert message={core.errorWords(error).message} lines={lines} remedy={remedyOf(error)}>
        {detail !== undefined && (
          <p>
            {saidBy[SAID_BY[code] ?? 'service']} {quoted(detail)}
          </p>
        )}
      </Alert>
    </div>
  );
}

type StopsBoxProps = {
  readonly stops: PageView['judgement']['stops'];
  readonly names: PageView['names'];
  readonly lead: string;
};

/** The blocking warnings: shown until a person has confirmed them, and next to the button afterwards. */
export function StopsBox({ stops: blockers, names = [], lead }: StopsBoxProps) {
  const all = blockers as readonly BlockingWarning[];
  const named = naming(names);
  const others = all.filter(({ code }) => code !== 'LOOKS_LIKE_KNOWN');
  return (
    <div class="problem stops">
      <p class="message">{lead}</p>
      {all.map(
        (stop) =>
          stop.code === 'LOOKS_LIKE_KNOWN' && <LookAlike key={stop.params.address} alike={stop.params} named={named} />,
      )}
      {others.length > 0 && <Bullets lines={core.stopLines(others, named)} />}
    </div>
  );
}
