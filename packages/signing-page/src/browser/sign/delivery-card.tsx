/** The state of an undelivered signature. Replaces the page's status, in the same live region. */
import type { CountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import { useRef } from 'preact/hooks';
import { Button, CopyButton, download } from '../parts/controls.tsx';
import { remedyOf } from '../parts/problem.tsx';
import { useNow } from '../parts/time.ts';
import type { Undelivered } from '../state/delivery.ts';
import { core, words } from '../words/words.ts';

const FILE_NAME = 'signed.xdr.txt';

export type DeliveryCardProps = {
  readonly undelivered: Undelivered;
  readonly survivesReload: boolean;
  readonly onTryNow: () => void;
  readonly onForget: () => void;
};

export function DeliveryCard({ undelivered, survivesReload, onTryNow, onForget }: DeliveryCardProps) {
  const { kind } = undelivered;
  const { title, lateTitle, reload, tryNow, copy, forget } = words().delivery;
  const lead = useLead(undelivered);
  const isSending = kind === 'sending';
  return (
    <section class="status undelivered">
      <h1 tabIndex={-1}>{kind === 'late' ? lateTitle : title}</h1>
      <p class="lead">{lead}</p>
      {kind !== 'late' && (
        <>
          {!survivesReload && <p>{reload}</p>}
          <NextAttempt undelivered={undelivered} />
          <p class="buttons">
            <Button class="primary" isBusy={isSending} onPress={onTryNow}>
              {tryNow}
            </Button>
            <Button onPress={() => download(FILE_NAME, undelivered.kept.signedXdr)}>
              {format(words().panel.download, { file: FILE_NAME })}
            </Button>
            <CopyButton label={copy} text={() => undelivered.kept.signedXdr} />
            <Button onPress={onForget}>{forget}</Button>
          </p>
        </>
      )}
    </section>
  );
}

/** Screen readers skip the seconds; the words next to them announce a change once. */
function NextAttempt({ undelivered }: { readonly undelivered: Undelivered }) {
  const now = useNow(Date.now);
  const { trying, now: delivering } = words().delivery;
  const until = undelivered.kind === 'waiting' ? undelivered.until : 0;
  return (
    <p role="timer" aria-live="off" hidden={undelivered.kind === 'held'}>
      {undelivered.kind === 'sending'
        ? delivering
        : format(trying, { seconds: Math.max(1, Math.ceil((until - now) / 1_000)) })}
    </p>
  );
}

/** Why the last attempt failed stays during the next one, and is read out once. */
function useLead(undelivered: Undelivered): string {
  const shown = useRef({ signedXdr: '', lead: '' });
  const signedXdr = undelivered.kind === 'late' ? '' : undelivered.kept.signedXdr;
  if (undelivered.kind !== 'sending' || shown.current.signedXdr !== signedXdr) {
    shown.current = { signedXdr, lead: leadOf(undelivered) };
  }
  return shown.current.lead;
}

function leadOf(state: Undelivered): string {
  const { waiting, held, late, kept } = words().delivery;
  switch (state.kind) {
    case 'waiting':
      return format(waiting, { why: reason(state.because) });
    case 'held':
      return format(held, { why: `${reason(state.because)} ${remedyOf(state.because)}` });
    case 'late':
      return late;
    default:
      return kept;
  }
}

function reason(error: CountersignError): string {
  return navigator.onLine ? core.errorWords(error).message : words().delivery.offline;
}
